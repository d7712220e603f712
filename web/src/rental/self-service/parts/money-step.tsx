import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { paymentScreens } from '../../../money/payment/screens.ts'
import { Button } from '../../../ui/button.tsx'
import { Grow, Note, Row, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import type { SelfTask } from './task.ts'

/** Amounts due before the pickup, each paid on the customer payment page. */
export function MoneyStep({ t, task }: { readonly t: string; readonly task: SelfTask }) {
  const pay = useWrite(calls.selfService.pay)
  async function leave({ payKind, refId }: SelfTask['money'][number]) {
    const answer = await pay.run({ t, type: handoverType.pickup, payKind, refId })
    if (answer) go(paymentScreens.pay, { t: answer.t, self: t })
  }
  return (
    <Stack gap={8} top={8}>
      {task.money.map((one) => (
        <Row key={`${one.payKind}/${one.refId}`} gap={8} wrap>
          <Grow>
            {one.name}
            {one.why !== '' && <Note>{one.why}</Note>}
          </Grow>
          <Money fen={one.amount} />
          {one.online ? (
            <Button size="s" variant="primary" loading={pay.pending} onClick={() => void leave(one)}>
              去办理
            </Button>
          ) : (
            <Note>请联系门店收款</Note>
          )}
        </Row>
      ))}
    </Stack>
  )
}
