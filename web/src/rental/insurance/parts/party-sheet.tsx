import type { AccidentParty } from '@cheyi/domain/rental/insurance/insurance-case'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextField } from '../../../form/fields.tsx'
import { fieldsOf } from '../../../form/form-field.ts'
import { useTyped } from '../../../form/use-typed.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Button } from '../../../ui/button.tsx'

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
  const fields = fieldsOf(value, write, problems)
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
      <TextField of={fields.plate} label="对方车牌" maxLength={10} />
      <TextField of={fields.insurer} label="对方保险公司" optional maxLength={40} />
      <TextField of={fields.note} label="对方说明" optional maxLength={100} />
    </EntrySheet>
  )
}
