import { type SettingDefinition, text, texts } from './settingTypes.ts'

/** Settings for what laws ask of those who run a site. */
export const lawSettings = {
  providerName: text({
    group: 'law',
    label: 'Provider',
    meaning: 'Person or organization that runs the site, shown on the Contact page; nothing when empty.',
    default: '',
    max: 200,
  }),
  providerAddress: text({
    group: 'law',
    label: 'Postal address',
    meaning: 'Postal address of the provider, on several lines; nothing when empty.',
    default: '',
    form: 'lines',
    max: 500,
  }),
  legalRepresentative: text({
    group: 'law',
    label: 'Legal representative',
    meaning: 'Name and address of the representative in the EU, where the provider is elsewhere.',
    default: '',
    form: 'lines',
    max: 500,
  }),
  dataProtectionOfficer: text({
    group: 'law',
    label: 'Data protection officer',
    meaning: 'Name and address of the data protection officer, where there is one.',
    default: '',
    form: 'lines',
    max: 500,
  }),
  authoritiesEmail: text({
    group: 'law',
    label: 'E-mail for authorities',
    meaning: 'E-mail address to which authorities write; nothing when empty.',
    default: '',
    form: 'email',
    max: 254,
  }),
  contactLanguages: texts({
    group: 'law',
    label: 'Languages',
    meaning: 'Languages in which people and authorities can write to you.',
    default: [],
    form: 'line',
    maxLength: 40,
    maxItems: 24,
  }),
} as const satisfies Record<string, SettingDefinition>
