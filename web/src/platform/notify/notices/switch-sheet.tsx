import { notifyTypes } from '@cheyi/domain/platform/lookup/codes'
import { notifyType, notifyWay, notifyWays } from '@cheyi/domain/platform/notify/notice'
import { calls, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Cell } from '../../../ui/layout.tsx'

/**
 * The types of notices that the user receives, and the ways. A notice of a disabled type is still stored here,
 * without a signal.
 */
export default function SwitchSheet(_: Asks<never>) {
  const switches = useRead(calls.notify.switches, {})
  const set = useWrite(calls.notify.setting)
  return (
    <OpenedSheet title="消息设置" flush>
      <Answer of={switches}>
        {(all) =>
          all.flatMap(({ type, ways }) =>
            ways.map(({ way, on, fixed }) => (
              <Cell
                key={`${type} ${way}`}
                label={`${notifyTypes.text(type)}${way === notifyWay.inApp ? '' : `（${notifyWays.text(way)}）`}`}
                note={
                  fixed
                    ? '涉及账号安全，不能关闭'
                    : type === notifyType.morning
                      ? '每天8:00，昨日的经营数据'
                      : undefined
                }
                extra={
                  <Switch
                    label={`${notifyTypes.text(type)}${way === notifyWay.inApp ? '提醒' : notifyWays.text(way)}`}
                    checked={on}
                    disabled={fixed || set.pending}
                    onChange={(event) => void set.run({ type, way, on: event.currentTarget.checked })}
                  />
                }
              />
            )),
          )
        }
      </Answer>
    </OpenedSheet>
  )
}
