import { type PayWay, payWays } from '@cheyi/domain/money/payment/codes'
import { CodeField } from '../../../../form/code-field.tsx'
import type { RowProps } from '../../../../form/field-row.tsx'
import type { useUsualWay } from './usual-way.ts'

interface WayFieldProps extends Pick<RowProps<PayWay | null>, 'of' | 'optional' | 'hint'> {
  readonly ways: readonly PayWay[]
  readonly usual: Pick<ReturnType<typeof useUsualWay>, 'lastFirst'>
}

/** Payment methods as tiles, the last used first. */
export const WayField = ({ ways, usual, ...field }: WayFieldProps) => (
  <CodeField {...field} look="tile" codes={{ values: usual.lastFirst(ways), text: payWays.text }} />
)
