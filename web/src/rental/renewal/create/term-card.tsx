import { formatMoment } from '@cheyi/domain/near'
import { type Instant, localDate } from '@cheyi/domain/time'
import { momentText } from '../../../kernel/now.ts'
import { pickMoment } from '../../../page/pick-moment.ts'
import { PickRow } from '../../../ui/field/pick-row.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Card, Grid, Note, Stack, Text } from '../../../ui/layout.tsx'
import { ShareBar } from '../../../ui/show/shares.tsx'
import type { Longer } from './longer.ts'

interface TermCardProps {
  readonly pickupAt: Instant
  readonly returnAt: Instant
  readonly newReturnAt: Instant
  readonly now: Instant
  readonly longer: Longer
  readonly onSteps: (steps: number) => void
  readonly onEnd: (at: Instant) => void
}

/** Both ends and the difference: days or months by buttons, any other time on wheels. */
export function TermCard({ pickupAt, returnAt, newReturnAt, now, longer, onSteps, onEnd }: TermCardProps) {
  const ends = [
    { label: '取车', at: pickupAt },
    { label: '原还车', at: returnAt },
    { label: '新还车', at: newReturnAt, fresh: true },
  ]
  const { steps, unit, byDate, furthest } = longer
  async function pick() {
    const asked = { at: newReturnAt, now, from: returnAt, to: furthest }
    const at = await pickMoment({ title: byDate ? '续租结束日期' : '新还车时间', ...asked, date: byDate })
    if (at !== undefined) onEnd(byDate ? longer.on(localDate(at)) : at)
  }
  return (
    <Card pad>
      <Grid columns={3} fit={88} gap={8}>
        {ends.map(({ label, at, fresh }) => (
          <Stack key={label} gap={4}>
            <Note ink={fresh ? 'link' : undefined}>{label}</Note>
            <Text num weight="b" ink={fresh ? 'link' : undefined}>
              {formatMoment(at, now)}
            </Text>
          </Stack>
        ))}
      </Grid>
      <Stack gap={12} top={12}>
        <ShareBar
          shares={[
            { key: 'old', label: '原租期', count: Math.max(1, returnAt - pickupAt), tone: 'success' },
            { key: 'new', label: '续租', count: Math.max(1, newReturnAt - returnAt), tone: 'primary' },
          ]}
        />
        <ChipRadios
          look="wrap"
          label={byDate ? '续租月数' : '续租天数'}
          options={steps.map((value) => ({ value, label: `+${value}${unit}` }))}
          value={steps.find((one) => longer.after(one) === newReturnAt)}
          onChange={onSteps}
        />
        <PickRow
          label="新还车时间"
          value={<span className="num">{momentText(newReturnAt)}</span>}
          onClick={() => void pick()}
        />
      </Stack>
    </Card>
  )
}
