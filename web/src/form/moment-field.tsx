import { formatMoment } from '@cheyi/domain/near'
import { parseWireTime } from '@cheyi/domain/time'
import { useNow } from '../kernel/now.ts'
import { pickMoment } from '../page/pick-moment.ts'
import { PickButton } from '../ui/field/pick-row.tsx'
import { FieldRow, type RowProps } from './field-row.tsx'

type Wire = number | string | null

interface MomentFieldProps extends RowProps<Wire> {
  readonly from?: number
  /** Initial position of the wheels; by default the first time that may be picked. */
  readonly begin?: number | undefined
  /** For past times: the wheels begin at this end. */
  readonly to?: number
}

/** A time, picked on wheels. */
export function MomentField({ of, from, begin, to, ...row }: MomentFieldProps) {
  const now = useNow()
  const words = (value: Wire) => {
    const at = parseWireTime(value)
    return at === null ? '' : formatMoment(at, now)
  }
  async function pick() {
    const at = await pickMoment({
      title: of.rules.label ?? '',
      at: parseWireTime(of.value) ?? to ?? begin ?? from ?? now,
      now,
      from,
      to,
    })
    if (at !== undefined) of.set(at)
  }
  return (
    <FieldRow {...row} of={of} words={words}>
      <PickButton value={words(of.value)} onClick={() => void pick()} />
    </FieldRow>
  )
}
