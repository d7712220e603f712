import { commissionStates } from '@cheyi/domain/insight/commission/codes'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { linkTo, useReach } from '../../../kernel/user.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { Card, Cell, Note, Notice, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { commissionScreens } from '../screens.ts'

/** The statements of whoever looks. */
export default page(commissionScreens.own, () => {
  const [{ list }] = useAnswers(ask(calls.commission.own, {}))
  const reach = useReach()
  return (
    <Page reading>
      <Stack gap={10}>
        {list.length === 0 && <Notice>还没有提成单，每月结算后可在这里查看</Notice>}
        {list.length > 0 && (
          <Card title="提成单">
            {list.map(({ statementId, month, state, fen, orders }) => (
              <Cell
                key={statementId}
                label={month.slice(0, 7)}
                note={`${commissionStates.text(state)} · ${orders}单`}
                extra={<Money fen={fen} />}
                {...linkTo(reach, commissionScreens.statement, { statementId })}
              />
            ))}
          </Card>
        )}
        <Note>按您下单、续租和收回的欠款计算；取消的订单不计，确认后的变动计入下一张。</Note>
      </Stack>
    </Page>
  )
})
