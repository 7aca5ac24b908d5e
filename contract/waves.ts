/** What gives away a wave of bots. */
export const waveSignals = ['signups', 'first_posts', 'link', 'likeness', 'network'] as const
export const waveSteps = ['raise', 'prolong', 'end'] as const
export type WaveStep = (typeof waveSteps)[number]

/** Whether the bar is raised, by the setting of that time. */
export const isBarRaised = ({ barRaisedUntil }: { readonly barRaisedUntil?: string }): boolean =>
  Boolean(barRaisedUntil) && Date.parse(barRaisedUntil ?? '') > Date.now()
