import { useCallback } from 'react'
import { calls, keyOf, makeStale, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { Door } from '../../../platform/customer-link/parts/door.tsx'
import { Gate } from '../../../platform/customer-link/parts/gate.tsx'
import { useBehind } from '../../../platform/customer-link/parts/use-behind.tsx'
import { usePass } from '../../../platform/customer-link/parts/use-pass.ts'
import { sayDeadline, sayMoment } from '../../../words/dates.ts'
import { say } from '../../../words/words.ts'
import { violationScreens } from '../screens.ts'

const load = () => import('./customer-page.tsx')

/** The page of a customer's link about a violation: the facts, the deadline, and the customer's answer. */
export default function CustomerViolation() {
  const { t, violationId } = useScreen(violationScreens.customer)
  const pass = usePass(t)
  const door = useRead(calls.violation.door, { t }, { enabled: t !== '', freshFor: 60_000 })
  const notice = useRead(
    calls.violation.notice,
    { t, violationId },
    { enabled: t !== '' && pass.held !== null, freshFor: 0 },
  )
  const behind = useBehind(load, door.data !== undefined)
  const reload = useCallback(() => void makeStale([keyOf(calls.violation.notice) as string[]]), [])
  return (
    <Gate
      t={t}
      pass={pass}
      door={door}
      inside={notice}
      expired={say('违章已由门店另行处理或链接已过期，请联系门店重新发送。')}
      Door={(facts, why) => (
        <NoticeDoor
          t={t}
          facts={facts}
          why={why}
          onPass={(next) => {
            pass.take(next)
            reload()
          }}
        />
      )}
    >
      {(answer) => behind({ t, notice: answer, all: violationId === undefined, reload })}
    </Gate>
  )
}

interface NoticeDoorProps {
  readonly t: string
  readonly facts: OutputOf<typeof calls.violation.door>
  readonly why: string | undefined
  readonly onPass: (pass: string) => void
}

function NoticeDoor({ t, facts, why, onPass }: NoticeDoorProps) {
  const otp = useWrite(calls.violation.otp)
  const enter = useWrite(calls.violation.enter)
  const { deadlineAt, expireAt } = facts
  return (
    <Door
      why={why}
      rows={[
        ...(deadlineAt === null
          ? []
          : [{ label: say('处理期限'), value: say('{until} 前', { until: sayDeadline(deadlineAt, 'YYYY-MM-DD') }) }]),
        { label: say('链接有效至'), value: sayMoment(expireAt) },
      ]}
      shop={facts}
      phoneTail={facts.phoneTail}
      go={say('查看违章')}
      code={{ pending: otp.pending, send: () => otp.run({ t }) }}
      enter={{ pending: enter.pending, send: (smsCode) => enter.run({ t, smsCode }) }}
      onPass={onPass}
    />
  )
}
