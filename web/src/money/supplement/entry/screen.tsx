import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { orderSteps, WRONG_STATUS } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import {
  askedSupplements,
  hasSlip,
  type PayWay,
  payKind,
  payMode,
  supplementReasons,
} from '@cheyi/domain/money/payment/codes'
import { supplementStatus, supplementStatuses } from '@cheyi/domain/money/supplement/codes'
import { isOpen, isPaid, MAX_SUPPLEMENT, onlyCollects } from '@cheyi/domain/money/supplement/supplement'
import { formatNear } from '@cheyi/domain/near'
import { choosableWays } from '@cheyi/domain/platform/merchant/pay-setting'
import { can } from '@cheyi/domain/step'
import { useState } from 'react'
import { MoneyEntry, type MoneyEntryPlace } from '../../../booking/order/parts/money-entry.tsx'
import { OrderLine } from '../../../booking/order/parts/order-line.tsx'
import { supplementSave } from '../../../form/calls/supplement-save.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { FenField, TextAreaField } from '../../../form/fields.tsx'
import { UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { ask, calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { useNow } from '../../../kernel/now.ts'
import { goBack } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { confirm, open } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { usePaySetting } from '../../../platform/merchant/parts/pay-setting.ts'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Box, Button, Card, MainButton, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Tag, type Tone } from '../../../ui/show/tag.tsx'
import { isByCode, TakingFields, useTaking } from '../../payment/parts/taking/taking-fields.tsx'
import { useCodes } from '../../payment/parts/taking/use-codes.ts'
import { supplementScreens } from '../screens.ts'

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

type Supplement = OutputOf<typeof calls.supplement.list>[number]

const tones: Readonly<Record<number, Tone>> = {
  [supplementStatus.waiting]: 'warning',
  [supplementStatus.paid]: 'success',
}

/** Earlier charges, the newest first; open ones are collected or withdrawn here. */
const Supplements = ({ orderId, rows }: { orderId: string; rows: readonly Supplement[] }) => (
  <Card pad title="补款记录">
    {rows.length === 0 && (
      <Text as="p" ink={3}>
        暂无补款
      </Text>
    )}
    <Box divided>
      {rows.map((row) => (
        <Entry key={row.id} orderId={orderId} row={row} />
      ))}
    </Box>
  </Card>
)

function Entry({ orderId, row }: { orderId: string; row: Supplement }) {
  const { id, reasonCode, amount, remark, photos, status, at, operatorName, paidAt, due } = row
  const now = useNow()
  const mayCollect = useMay('order.payment')
  const cancel = useWrite(calls.supplement.cancel)
  const name = supplementReasons.text(reasonCode)
  const waiting = isOpen(status)
  const collect = () =>
    open(() => import('../../payment/parts/collect-sheet.tsx'), {
      orderId,
      item: { payKind: payKind.supplement, id, name: `${name}补款`, due },
    })
  const sendLink = () =>
    open(() => import('../../payment/parts/pay-link-sheet.tsx'), {
      orderId,
      payKind: payKind.supplement,
      refId: id,
      amount: due,
    })
  async function takeBack() {
    const sure = await confirm({
      title: `取消补款 ${formatMoney(amount)}？`,
      body: `「${name}」不再计入订单应收`,
      confirm: '取消补款',
      cancel: '再想想',
      danger: true,
    })
    if (sure && (await cancel.run({ id }))) feedback.toast('补款已取消')
  }
  return (
    <div className="num">
      <Row gap={8} className="money-entry-line">
        <span>{name}</span>
        <Tag tone={tones[status] ?? 'neutral'}>{supplementStatuses.text(status)}</Tag>
        <Money fen={amount} />
      </Row>
      {remark && <p>{remark}</p>}
      <Note>
        {[
          formatNear(at, now),
          operatorName,
          paidAt !== null && isPaid(status) ? `${formatNear(paidAt, now)} 收讫` : '',
          waiting && due < amount ? `待收 ${formatMoney(due)}` : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </Note>
      <Photos photos={photos} noun="照片" />
      {waiting && (
        <Row gap={8} top={8} align="stretch" justify="end">
          <Button size="s" loading={cancel.pending} onClick={() => void takeBack()}>
            取消
          </Button>
          {mayCollect && due > 0 && (
            <Button size="s" onClick={() => void sendLink()}>
              付款链接
            </Button>
          )}
          {mayCollect && (
            <Button size="s" variant="primary" onClick={() => void collect()}>
              收款
            </Button>
          )}
        </Row>
      )}
    </div>
  )
}

/** When the money is paid: now, or later by the customer. */
const whens = {
  values: [payMode.offlineIn, payMode.onlineIn],
  text: (value: number) => (value === payMode.offlineIn ? '现在收款' : '稍后收款'),
} as const

/** The customer scans a code to pay. */
const byCode = ({ payMode: mode, payWay: way }: { readonly payMode: number | null; readonly payWay: PayWay | null }) =>
  mode === payMode.offlineIn && isByCode(way)

interface EntryFormProps extends MoneyEntryPlace {
  /** Called when the entry is saved and appears in the list below. */
  readonly onEntered: () => void
}

function EntryForm({ onEntered, ...place }: EntryFormProps) {
  const { order } = place
  const { orderId, status, fees } = order
  const setting = usePaySetting({ storeId: order.pickupPlace.storeId })
  const ways = choosableWays.filter((way) => setting.data?.payWays.includes(way))
  const photos = useOrderSlot('expense', orderId, 'supplement', '照片')
  const { ok } = can(orderSteps, 'supplement', status)
  const collects = onlyCollects(status)
  const closed = !ok ? WRONG_STATUS : collects && fees.owed <= 0 ? '订单已取消且没有待收款，不能补款' : undefined
  const most = collects ? Math.min(fees.owed, MAX_SUPPLEMENT) : MAX_SUPPLEMENT
  const taking = useTaking(ways, useOrderSlot('voucher', orderId, 'supplement'))
  const codes = useCodes(orderId)
  const form = useEntry(supplementSave, {
    draft: { id: orderId, fields: ['reasonCode', 'amount', 'remark', 'payMode', 'payWay'] },
    start: { orderId, payMode: payMode.offlineIn, payWay: taking.proposed },
    toInput: (value) => {
      const now = value.payMode === payMode.offlineIn
      return {
        ...value,
        // A code can pay only a stored entry, so the entry is saved as a payment that is made later.
        payMode: byCode(value) ? payMode.onlineIn : value.payMode,
        payWay: now && !byCode(value) ? value.payWay : null,
        slipNo: now ? taking.slipOf(value) : null,
      }
    },
    files: (value) => ({
      photoIds: photos,
      voucherIds: value.payMode === payMode.offlineIn ? taking.proofOf(value.payWay) : undefined,
    }),
    also: (input, value) => ({
      amount:
        input.amount !== null &&
        input.amount > most &&
        (collects ? `补款金额不能超过待收${formatMoney(most)}` : '单笔补款不能超过¥100,000.00'),
      payWay: value.payMode === payMode.offlineIn && taking.missing(value.payWay),
      voucherIds:
        input.payMode === payMode.offlineIn &&
        hasSlip(input.payWay) &&
        taking.vouchers.tiles.length === 0 &&
        '请上传收款凭证',
    }),
    faults: (failure) => ({ amount: isRefusedFor('amountWrong')(failure) && failure.message }),
    onSent({ id, status: stored }) {
      onEntered()
      const { payWay: way } = form.value
      if (now) taking.remember(way)
      if (code && way !== null && isOpen(stored)) return void showCode(id, way, amount ?? 0)
      feedback.toast(now ? `已收补款 ${formatMoney(amount ?? 0)}` : '已记为待收，可稍后收款')
    },
  })
  async function showCode(refId: string, way: PayWay, asked: number) {
    const { reasonCode } = form.value
    const name = reasonCode === null ? '补款' : `补款 ${supplementReasons.text(reasonCode)}`
    // An overpayment of the order covers a part first, so the code requests only the rest.
    await codes.show(way, [{ payKind: payKind.supplement, refId, amount: Math.min(asked, fees.owed + asked), name }])
  }
  const { fields } = form
  const { amount } = form.value
  const code = byCode(form.value)
  const now = form.value.payMode === payMode.offlineIn
  return (
    <MoneyEntry
      {...place}
      form={form}
      closed={closed}
      fen={amount ?? 0}
      note={fees.owed > 0 ? `订单待收 ${formatMoney(fees.owed)}` : '补款计入订单应收'}
      verb={code ? '出示收款码' : now ? '确认收款' : '提交补款'}
    >
      <Card pad>
        <CodeField of={fields.reasonCode} codes={askedSupplements} />
        <FenField of={fields.amount} />
        <TextAreaField of={fields.remark} rows={2} placeholder="客户账单会显示这段说明" />
        <UploadsField of={fields.photoIds} from={photos} addLabel="添加照片" />
      </Card>
      <Card pad>
        <CodeField of={fields.payMode} codes={whens} />
        {now && setting.data && <TakingFields fields={fields} taking={taking} provesSlip />}
      </Card>
    </MoneyEntry>
  )
}
