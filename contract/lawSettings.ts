import { integer, onOff, type SettingDefinition, text, texts } from './settingTypes.ts'

/** Settings for what laws ask of those who run a site. */
export const lawSettings = {
  providerName: text({
    group: 'law',
    default: '',
    max: 200,
  }),
  providerAddress: text({
    group: 'law',
    default: '',
    form: 'lines',
    max: 500,
  }),
  legalRepresentative: text({
    group: 'law',
    default: '',
    form: 'lines',
    max: 500,
  }),
  dataProtectionOfficer: text({
    group: 'law',
    default: '',
    form: 'lines',
    max: 500,
  }),
  authoritiesEmail: text({
    group: 'law',
    default: '',
    form: 'email',
    max: 254,
  }),
  contactLanguages: texts({
    group: 'law',
    default: [],
    form: 'line',
    maxLength: 40,
    maxItems: 24,
  }),
  donationFunded: onOff({
    group: 'law',
    default: false,
  }),
  donationUrl: text({
    group: 'law',
    default: '',
    form: 'url',
    max: 2000,
  }),
  acceptTerms: onOff({
    group: 'law',
    default: false,
  }),
  termsAskedAgainAt: text({
    group: 'law',
    default: '',
    form: 'moment',
    max: 17,
  }),
  minimumAge: integer({
    group: 'law',
    default: 0,
    min: 0,
    max: 99,
  }),
} as const satisfies Record<string, SettingDefinition>
