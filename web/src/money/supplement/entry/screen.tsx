import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { useState } from 'react'
import { OrderLine } from '../../../booking/order/parts/order-line.tsx'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { goBack } from '../../../kernel/page/router.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Button, MainButton } from '../../../ui/button.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { supplementScreens } from '../screens.ts'
import { EntryForm } from './entry-form.tsx'
import { Supplements } from './supplements.tsx'

/** Charges the customer for items outside the normal rental process, and lists earlier charges. */
export default page(supplementScreens.supplement, ({ orderId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.supplement.list, { orderId })] as const
  const [order, rows] = useAnswers(...asked)
  const [entered, setEntered] = useState(false)
  const earlier = <Supplements orderId={orderId} rows={rows} />
  if (!entered)
    return (
      <EntryForm
        key={rows.length}
        order={order}
        onRefresh={() => void refresh(...asked)}
        onEntered={() => setEntered(true)}
        earlier={earlier}
      />
    )
  return (
    <Page
      footer={
        <ActionBar>
          <Button size="l" onClick={() => setEntered(false)}>
            再记一笔
          </Button>
          <MainButton onClick={() => goBack(profileOf(order.orderKind).base)}>返回订单</MainButton>
        </ActionBar>
      }
    >
      <Stack gap={12}>
        <OrderLine order={order} />
        {earlier}
      </Stack>
    </Page>
  )
})
