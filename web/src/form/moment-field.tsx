import { formatMoment } from '@cheyi/domain/near'
import { parseWireTime } from '@cheyi/domain/time'
import { useNow } from '../kernel/now.ts'
import { pickMoment } from '../page/pick-moment.ts'
import { useFieldLink, useFieldOptional } from '../ui/field/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { FieldRow, type RowProps } from './field-row.tsx'
import '../ui/field/select.css'

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
      <Picked words={words(of.value)} onPick={() => void pick()} />
    </FieldRow>
  )
}

function Picked({ words, onPick }: { readonly words: string; readonly onPick: () => void }) {
  const link = useFieldLink()
  const optional = useFieldOptional()
  return (
    <button {...link} type="button" className="select num" aria-haspopup="dialog" onClick={onPick}>
      <span className={words ? 'select-value' : 'select-value ink-3'}>{words || (optional ? '选填' : '请选择')}</span>
      <Icon name="chevron-right" size={16} />
    </button>
  )
}
