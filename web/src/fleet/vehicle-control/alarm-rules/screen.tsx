import { type AlarmType, alarmKind, bitTypes, formatMeasure } from '@cheyi/domain/fleet/vehicle-control/alarm-rule'
import { alarmTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { hoursText } from '@cheyi/domain/fleet/vehicle-control/fence'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { Card, Cell, Note, Stack } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { levelMark } from '../parts/alarm-words.ts'
import { vehicleControlScreens } from '../screens.ts'

export type Rule = OutputOf<typeof calls.vehicleControl.alarmRules>['rules'][number]

/** Which alarms are raised, from which threshold on, how serious they are, and whether staff are notified. */
export default page(vehicleControlScreens.alarmRules, () => {
  const [{ rules }] = useAnswers(ask(calls.vehicleControl.alarmRules, {}))
  const own = rules.filter(({ type }) => !bitTypes.includes(type) || alarmKind(type).limit !== undefined)
  const others = rules.filter((rule) => !own.includes(rule))
  return (
    <Page>
      <Stack gap={12}>
        <Note>紧急报警随时提醒手机；重要和提示在夜间（22:00–08:00）推迟到早上 8 点。围栏的报警级别在围栏里设置</Note>
        <Rules title="系统判断" rules={own} />
        <Rules title="设备上报" rules={others} />
      </Stack>
    </Page>
  )
})

const Rules = ({ title, rules }: { readonly title: string; readonly rules: readonly Rule[] }) => (
  <Card title={title}>
    {rules.map((rule) => (
      <Cell
        key={rule.type}
        label={alarmTypes.text(rule.type)}
        note={[limitText(rule.type, rule.limit), !rule.notify && '不通知'].filter(Boolean).join(' · ') || undefined}
        extra={
          rule.active ? (
            <Tag tone={levelMark(rule.level).tone}>{levelMark(rule.level).text}</Tag>
          ) : (
            <Tag tone="outline">已停用</Tag>
          )
        }
        onClick={() => void open(() => import('./rule-sheet.tsx'), { rule })}
      />
    ))}
  </Card>
)

/** For example `车速超过 130 km/h`. */
function limitText(type: AlarmType, limit: number | null): string {
  const { limit: threshold, hours } = alarmKind(type)
  return [
    threshold !== undefined && limit !== null && `${threshold.title} ${formatMeasure(type, limit)} ${threshold.unit}`,
    hours !== undefined && hoursText(hours),
  ]
    .filter(Boolean)
    .join(' · ')
}
