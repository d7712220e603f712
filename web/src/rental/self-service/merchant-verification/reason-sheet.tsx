import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { useTyped } from '../../../form/use-problems.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Field, TextArea } from '../../../ui/field/field.tsx'
import { Button, Row } from '../../../ui/layout.tsx'

/** The most frequent faults of a picture. */
const usual = ['照片模糊', '光线太暗', '没有拍全', '位置不对', '与车辆不符']

interface ReasonProps extends Asks<string> {
  /** For example 车头, 仪表盘. */
  readonly place: string
}

/** Why a place must be photographed again, as shown to the customer. */
export default function ReasonSheet({ place, answer }: ReasonProps) {
  const { value, problems, write, isWhole, frame } = useTyped({ text: '' }, (typed) => ({
    text: typed.text.trim() === '' && '请选择驳回原因',
  }))
  const { text } = value
  const send = () => isWhole() && answer(text.trim())
  return (
    <EntrySheet title={`驳回${place}`} of={{ send, pending: false, frame }} action="确定">
      <Row gap={8} wrap>
        {usual.map((one) => (
          <Button key={one} size="s" variant={text === one ? 'tint' : 'outline'} onClick={() => write({ text: one })}>
            {one}
          </Button>
        ))}
      </Row>
      <Field label="驳回原因" error={problems.text}>
        <TextArea
          value={text}
          maxLength={100}
          placeholder="客户会看到这句话"
          onChange={({ target }) => write({ text: target.value })}
        />
      </Field>
    </EntrySheet>
  )
}
