import { Grid, Note, Text } from '../layout.tsx'
import { yuan } from './money.tsx'

/** Sums side by side, each below its name; as many per line as fit. Integer fen. */
export function Figures({ rows }: { readonly rows: readonly (readonly [label: string, fen: number])[] }) {
  return (
    <Grid as="dl" fit={132} gap={10} below={8} num>
      {rows.map(([label, fen]) => (
        <div key={label}>
          <Note as="dt">{label}</Note>
          <Text as="dd" size="l" weight="b">
            ¥{yuan(fen)}
          </Text>
        </div>
      ))}
    </Grid>
  )
}
