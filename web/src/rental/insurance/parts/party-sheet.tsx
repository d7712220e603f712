import type { AccidentParty } from '@cheyi/domain/rental/insurance/insurance-case'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { useTyped } from '../../../form/use-typed.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/field/input.tsx'

interface PartySheetProps extends Asks<AccidentParty | 'removed'> {
  readonly known?: AccidentParty
}

/** Another vehicle of the accident. */
export default function PartySheet({ known, answer }: PartySheetProps) {
  const { value, problems, write, isWhole, frame } = useTyped<AccidentParty>(
    known ?? { plate: '', insurer: '', note: '' },
    ({ plate, note }) => ({ plate: plate.trim() === '' && note.trim() === '' && '请填写车牌或说明' }),
  )
  function send() {
    if (isWhole({})) answer({ plate: value.plate.trim(), insurer: value.insurer.trim(), note: value.note.trim() })
  }
  return (
    <EntrySheet
      title="对方车辆"
      of={{ send, pending: false, frame }}
      action={known ? '保存' : '添加'}
      second={
        known && (
          <Button variant="danger" size="l" onClick={() => answer('removed')}>
            删除
          </Button>
        )
      }
    >
      <Field label="对方车牌" error={problems.plate}>
        <TextInput value={value.plate} maxLength={10} onChange={({ target }) => write({ plate: target.value })} />
      </Field>
      <Field label="对方保险公司" optional>
        <TextInput value={value.insurer} maxLength={40} onChange={({ target }) => write({ insurer: target.value })} />
      </Field>
      <Field label="对方说明" optional>
        <TextInput value={value.note} maxLength={100} onChange={({ target }) => write({ note: target.value })} />
      </Field>
    </EntrySheet>
  )
}
