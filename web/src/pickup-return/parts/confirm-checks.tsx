import { Field } from '../../ui/field/field.tsx'
import { TextArea } from '../../ui/field/input.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import type { StepProps } from './flow.ts'
import type { Confirmation } from './use-confirm.ts'

/** What still keeps the handover from being confirmed, each with the way to where it is put right. */
export function ConfirmChecks({ flow, confirmation }: StepProps & { confirmation: Confirmation }) {
  const { blocks, override } = confirmation
  const { task, steps } = flow
  if (blocks.length === 0) {
    return (
      <div className="notice tone-success">
        <Icon name="check" />
        <span className="notice-words">各步骤均已完成，可以{task.type === 0 ? '交车' : '还车'}</span>
      </div>
    )
  }
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
          note={step === steps.step ? undefined : `第 ${step} 步 ${task.steps[step - 1]?.name ?? ''}`}
          extra={overridable && <Tag tone="warning">可放行</Tag>}
          onClick={step === steps.step ? undefined : () => steps.to(step)}
        />
      ))}
      {override.offered && (
        <div className="handover-override">
          <Field label="放行原因" layout="stack" error={override.error}>
            <TextArea
              value={override.reason}
              maxLength={200}
              placeholder="填写后将由本人放行，并记入订单日志"
              onChange={(event) => override.setReason(event.target.value)}
            />
          </Field>
        </div>
      )}
    </Card>
  )
}
