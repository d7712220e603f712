import { Field } from '../../ui/field/field.tsx'
import { TextArea } from '../../ui/field/input.tsx'
import { Box } from '../../ui/layout.tsx'
import { GapList } from './card/gap-list.tsx'
import type { StepProps } from './flow.ts'
import type { Confirmation } from './use-confirm.ts'

/** What still keeps the handover from being confirmed, each with the way to where it is put right. */
export function ConfirmChecks({ flow, confirmation }: StepProps & { confirmation: Confirmation }) {
  const { blocks, override, tried } = confirmation
  // Nothing is called missing before anybody asked; a reason is asked for as soon as nothing else is left.
  if (blocks.length === 0 || !(tried || override.offered)) return null
  return (
    <GapList gaps={blocks} noteOf={({ step }) => flow.task.steps[step - 1]?.name} onPick={flow.go}>
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
    </GapList>
  )
}
