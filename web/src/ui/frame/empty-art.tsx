const surface = { fill: 'var(--c-surface)', stroke: 'var(--c-hairline-strong)', strokeWidth: 1.5 }
const line = { fill: 'none', strokeWidth: 2.6, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

export type ArtKind = 'search' | 'list' | 'locked' | 'network'

export default function EmptyArt({ kind }: { readonly kind: ArtKind }) {
  const cards = kind === 'search' || kind === 'list'
  return (
    <svg viewBox="0 0 168 120" aria-hidden="true">
      <ellipse cx="84" cy="106" rx="66" ry="7" fill="var(--c-press)" />
      {cards ? (
        <>
          <rect x="34" y="30" width="100" height="34" rx="10" {...surface} />
          <path d="M50 47h22M88 47h29" stroke="var(--c-press)" strokeWidth="8" strokeLinecap="round" />
          <rect x="34" y="70" width="100" height="30" rx="10" {...surface} strokeDasharray="4 4" />
        </>
      ) : (
        <rect x="44" y="20" width="80" height="78" rx="14" {...surface} />
      )}
      {kind === 'search' && (
        <>
          <circle cx="120" cy="70" r="19" fill="var(--c-primary-tint)" />
          <path
            d="M110.500 68a7.500 7.500 0 1 0 15 0a7.500 7.500 0 1 0 -15 0M124 74l5.500 5.500"
            stroke="var(--c-link)"
            {...line}
          />
        </>
      )}
      {kind === 'locked' && (
        <path
          d="M68 54h32a4 4 0 0 1 4 4v20a4 4 0 0 1-4 4H68a4 4 0 0 1-4-4V58a4 4 0 0 1 4-4zM72 54v-7a12 12 0 0 1 24 0v7M84 65v6"
          stroke="var(--c-ink-4)"
          {...line}
        />
      )}
      {kind === 'network' && (
        <>
          <path
            d="M62 52a33 33 0 0 1 44 0M69 62a22 22 0 0 1 30 0M76 72a11 11 0 0 1 16 0M84 80v.1"
            stroke="var(--c-ink-4)"
            {...line}
          />
          <circle cx="119" cy="88" r="17" fill="var(--c-danger-tint)" />
          <path d="M119 80v9M119 95v.1" stroke="var(--c-danger)" {...line} />
        </>
      )}
    </svg>
  )
}
