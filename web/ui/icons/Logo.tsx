/** People around a fire, seen from above. Decoration: the name is beside it. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <circle cx="16" cy="5" r="4.1" fill="var(--up)" />
      <circle cx="25.53" cy="10.5" r="4.1" fill="var(--accent)" />
      <circle cx="25.53" cy="21.5" r="4.1" fill="var(--accent)" />
      <circle cx="16" cy="27" r="4.1" fill="var(--accent)" />
      <circle cx="6.47" cy="21.5" r="4.1" fill="var(--accent)" />
      <circle cx="6.47" cy="10.5" r="4.1" fill="var(--accent)" />
    </svg>
  )
}
