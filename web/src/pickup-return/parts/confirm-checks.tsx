import { Field } from '../../ui/field/field.tsx'
import { TextArea } from '../../ui/field/input.tsx'
import { Box } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import type { StepProps } from './flow.ts'
import type { Confirmation } from './use-confirm.ts'

/** What still keeps the handover from being confirmed, each with the way to where it is put right. */
export function ConfirmChecks({ flow, confirmation }: StepProps & { confirmation: Confirmation }) {
  const { blocks, override, tried } = confirmation
  // Nothing is called missing before anybody asked; a reason is asked for as soon as nothing else is left.
  if (blocks.length === 0 || !(tried || override.offered)) return null
  return (
    <Card
      title="还不能确认"
      extra={<span className="handover-note num">{blocks.length} 项</span>}
      className="handover-checks"
    >
      {blocks.map(({ code, text, step, overridable }) => (
        <Cell
          key={code}
          label={text}
          note={flow.task.steps[step - 1]?.name}
          extra={overridable && <Tag tone="warning">可放行</Tag>}
          onClick={() => flow.go(step)}
        />
      ))}
      {override.offered && (
        <Box pad={[8, 16, 16]}>
          <Field label="放行原因" layout="stack" error={override.error}>
            <TextArea
              value={override.reason}
              maxLength={200}
              placeholder="填写后将由本人放行，并记入订单日志"
              onChange={(event) => override.setReason(event.target.value)}
            />
          </Field>
        </Box>
      )}
    </Card>
  )
}
