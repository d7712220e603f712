import { useCallback } from 'react'
import { calls, keyOf, makeStale, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { Door } from '../../../platform/customer-link/parts/door.tsx'
import { Gate } from '../../../platform/customer-link/parts/gate.tsx'
import { useBehind } from '../../../platform/customer-link/parts/use-behind.tsx'
import { usePass } from '../../../platform/customer-link/parts/use-pass.ts'
import { sayMoment } from '../../../words/dates.ts'
import { say } from '../../../words/words.ts'
import { ownerScreens } from '../screens.ts'

const load = () => import('./own-page.tsx')

/** The page of an owner's link: the cars and statements, after the code of the owner's phone. */
export default function OwnPage() {
  const { t } = useScreen(ownerScreens.own)
  const pass = usePass(t)
  const door = useRead(calls.owner.door, { t }, { enabled: t !== '', freshFor: 60_000 })
  const own = useRead(calls.owner.own, { t }, { enabled: t !== '' && pass.held !== null, freshFor: 0 })
  const behind = useBehind(load, door.data !== undefined)
  const reload = useCallback(() => void makeStale([keyOf(calls.owner.own) as string[]]), [])
  return (
    <Gate
      t={t}
      pass={pass}
      door={door}
      inside={own}
      expired={say('链接已过期或已停用，请联系租车公司重新发送。')}
      Door={(facts, why) => (
        <OwnDoor
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
      {(answer) => behind({ t, own: answer, reload })}
    </Gate>
  )
}

interface OwnDoorProps {
  readonly t: string
  readonly facts: OutputOf<typeof calls.owner.door>
  readonly why: string | undefined
  readonly onPass: (pass: string) => void
}

function OwnDoor({ t, facts, why, onPass }: OwnDoorProps) {
  const otp = useWrite(calls.owner.otp)
  const enter = useWrite(calls.owner.enter)
  return (
    <Door
      why={why}
      rows={[{ label: say('链接有效至'), value: sayMoment(facts.expireAt) }]}
      shop={facts}
      phoneTail={facts.phoneTail}
      go={say('查看结算单')}
      code={{ pending: otp.pending, send: () => otp.run({ t }) }}
      enter={{ pending: enter.pending, send: (smsCode) => enter.run({ t, smsCode }) }}
      onPass={onPass}
    />
  )
}
