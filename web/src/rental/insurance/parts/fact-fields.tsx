import { responsibilities } from '@cheyi/domain/rental/insurance/codes'
import { type AccidentParty, MAX_PARTIES } from '@cheyi/domain/rental/insurance/insurance-case'
import { DAY } from '@cheyi/domain/time'
import { CodeField } from '../../../form/code-field.tsx'
import { TextAreaField, TextField } from '../../../form/fields.tsx'
import type { FormField } from '../../../form/form-field.ts'
import { MomentField } from '../../../form/moment-field.tsx'
import { useNow } from '../../../kernel/now.ts'
import { open } from '../../../page/open.ts'
import { Field } from '../../../ui/field/field.tsx'
import { Button, Cell } from '../../../ui/layout.tsx'

/** Accidents are entered afterwards, but not years later. */
const LATEST = 366 * DAY

interface FactFieldsProps {
  readonly fields: {
    readonly occurAt: FormField<number | string | null>
    readonly place: FormField<string | null>
    readonly course: FormField<string | null>
    readonly responsibility: FormField<1 | 2 | 3 | 4 | 5 | null>
    readonly policeNo: FormField<string | null>
    readonly insurer: FormField<string | null>
  }
  readonly parties: readonly AccidentParty[]
  readonly onParties: (parties: readonly AccidentParty[]) => void
}

/** When, where and how it happened, and what the police and the insurer have to do with it. */
export function FactFields({ fields, parties, onParties }: FactFieldsProps) {
  const now = useNow()
  async function party(index: number) {
    const known = parties[index]
    const answer = await open(() => import('./act-sheets.tsx'), 'PartySheet', { ...(known && { known }) })
    if (answer === undefined) return
    const others = parties.filter((_, i) => i !== index)
    onParties(answer === 'removed' ? others : known ? parties.with(index, answer) : [...others, answer])
  }
  return (
    <>
      <MomentField of={fields.occurAt} from={now - LATEST} to={now} />
      <TextField of={fields.place} placeholder="路名或路口" />
      <TextAreaField of={fields.course} rows={2} placeholder="怎么发生的、哪里受损" />
      <Field label="对方车辆" group optional>
        {parties.map(({ plate, insurer, note }, index) => (
          <Cell
            key={`${plate}/${insurer}/${note}`}
            label={plate || '车牌未知'}
            note={[insurer, note].filter(Boolean).join(' · ') || undefined}
            onClick={() => void party(index)}
          />
        ))}
        {parties.length < MAX_PARTIES && (
          <Button size="s" onClick={() => void party(parties.length)}>
            添加对方车辆
          </Button>
        )}
      </Field>
      <CodeField of={fields.responsibility} codes={responsibilities} />
      <TextField of={fields.policeNo} placeholder="交警事故认定书" />
      <TextField of={fields.insurer} placeholder="向哪家理赔，默认按保单" />
    </>
  )
}
