import { maintenanceStatuses } from '@cheyi/domain/fleet/ticket/codes'
import { formatMoney } from '@cheyi/domain/money'
import { supplementStatuses } from '@cheyi/domain/money/supplement/codes'
import { isWithdrawn } from '@cheyi/domain/money/supplement/supplement'
import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { isClosedDamage } from '@cheyi/domain/rental/damage/claim'
import { damageStatuses } from '@cheyi/domain/rental/damage/codes'
import { insuranceStatuses, responsibilities } from '@cheyi/domain/rental/insurance/codes'
import { insuranceSteps, isOpenCase, shareText } from '@cheyi/domain/rental/insurance/insurance-case'
import { can } from '@cheyi/domain/step'
import { localDate } from '@cheyi/domain/time'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { inventoryScreens } from '../../../fleet/inventory/screens.ts'
import { ticketScreens } from '../../../fleet/ticket/screens.ts'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, type Reach, useMay, useReach } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { LogCard } from '../../../page/log-card.tsx'
import { open } from '../../../page/open.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, CardMore, Cell, MainButton, Note } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { FeeLine, FeeTotal, KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { damageScreens } from '../../damage/screens.ts'
import { actSheets, actsOf, type InsuranceAct, sheetOf } from '../parts/insurance-acts.ts'
import { dueOf, type InsuranceCase, insuranceTones, policyName, policyNote } from '../parts/insurance-words.ts'
import { insuranceScreens } from '../screens.ts'

const sheets = () => import('./sheets.tsx')

/** One case: the accident, its policies, the repair, what the customer pays and the insurer's money. */
export default page(
  insuranceScreens.detail,
  ({ caseId }) => {
    const asked = ask(calls.insurance.detail, { caseId })
    const [one] = useAnswers(asked)
    return (
      <DetailPage
        {...headOf(one, useNow())}
        onRefresh={() => refresh(asked)}
        acts={<Acts one={one} />}
        thing={
          <>
            <FactsCard one={one} />
            <RepairCard one={one} />
          </>
        }
        side={
          <>
            <CustomerCard one={one} />
            <MoneyCard one={one} />
            <PoliciesCard one={one} />
          </>
        }
        log={<LogCard log={logOf(one)} />}
      />
    )
  },
  { cards: 4, shape: 'detail' },
)

interface Of {
  readonly one: InsuranceCase
}

function headOf(one: InsuranceCase, now: number) {
  const { status, plate, modelName, storeName, insurer, reportNo, endReason } = one
  return {
    state: { text: insuranceStatuses.text(status), mark: insuranceTones[status] },
    subject: <Plate plate={plate} />,
    next: dueOf(one, now) ?? (can(insuranceSteps, 'close', status).ok ? { text: '核对赔款后结案', late: false } : null),
    note: [[insurer || '未登记保险公司', reportNo].filter(Boolean).join(' '), modelName, storeName, endReason]
      .filter(Boolean)
      .join(' · '),
  }
}

/** The steps of a case and the insurer's money, newest first. */
function logOf(one: InsuranceCase) {
  const { createdAt, createdByName, reportedAt, reportNo, assessedAt, assessed, submittedAt, claimed, endedAt } = one
  const steps = [
    { at: createdAt, action: '登记案件', byName: createdByName },
    { at: reportedAt, action: '报案', note: reportNo },
    { at: assessedAt, action: '定损', note: formatMoney(assessed ?? 0) },
    { at: submittedAt, action: '提交索赔', note: formatMoney(claimed) },
    { at: endedAt, action: insuranceStatuses.text(one.status), note: one.endReason },
    ...one.receipts.map(({ at, byName, amount, takenBack }) => ({
      at,
      action: takenBack === null ? '赔款到账' : '赔款到账（已撤销）',
      byName,
      note: formatMoney(amount),
    })),
  ]
  return steps.flatMap(({ at, ...step }) => (at === null ? [] : [{ at, ...step }])).toSorted((a, b) => b.at - a.at)
}

function FactsCard({ one }: Of) {
  const now = useNow()
  const reach = useReach()
  const mayEdit = useMay('damage.create') && can(insuranceSteps, 'edit', one.status).ok
  const { vehicleId, plate, orderId, orderKind, contactName, photos, papers, parties } = one
  const facts = [
    ['出险时间', formatMoment(one.occurAt, now)],
    ['地点', one.place],
    ['经过', one.course],
    ['责任', one.responsibility === null ? '' : responsibilities.text(one.responsibility)],
    ['认定书', one.policeNo],
    ['报案', one.reportedAt === null ? '' : formatMoment(one.reportedAt, now)],
    ...parties.map(
      ({ plate, insurer, note }) => ['对方', [displayPlate(plate), insurer, note].filter(Boolean).join(' ')] as const,
    ),
  ] as const
  return (
    <Card
      pad
      title="出险"
      extra={mayEdit && <CardMore onClick={() => void open(sheets, 'EditSheet', { one })}>修改</CardMore>}
    >
      <KeyValue rows={facts.flatMap(([label, value], key) => (value === '' ? [] : [{ key, label, value }]))} />
      <Photos photos={photos} noun="事故照片" />
      <Photos photos={papers} noun="单据" />
      <Cell label="车辆" align="right" {...linkTo(reach, inventoryScreens.detail, { id: vehicleId })}>
        {displayPlate(plate)}
      </Cell>
      {orderId !== null && orderKind !== null ? (
        <Cell label="用车客户" align="right" {...orderLink(reach, { orderId, orderKind })}>
          {contactName}
        </Cell>
      ) : (
        <Note top={8}>出险时没有客户用车</Note>
      )}
    </Card>
  )
}

function PoliciesCard({ one: { policies } }: Of) {
  if (policies.length === 0) return <None of="出险时有效的保单" />
  return (
    <Card title="保单">
      {policies.map((policy) => (
        <Cell key={policy.documentId} label={policyName(policy)} note={policyNote(policy) || undefined} />
      ))}
    </Card>
  )
}

const ends = {
  drop: '销案',
  reject: '拒赔',
  close: '结案',
  reopen: '重新打开',
} as const

function Acts({ one }: Of) {
  const reach = useReach()
  const { held } = reach
  const create = one.tickets.length === 0 ? repairLink(reach, one) : undefined
  const mayRepair = one.tickets.length > 0 || create !== undefined
  const [main, ...more] = actsOf(one.status, held).filter(([act]) => act !== 'repair' || mayRepair)
  const end = (['close', 'reject', 'drop', 'reopen'] as const).filter(
    (as) => held.has('damage.create') && can(insuranceSteps, as, one.status).ok,
  )
  if (main === undefined && end.length === 0) return null
  const endWith = (as: (typeof end)[number]) => void open(actSheets, 'EndSheet', { one, as })
  function run(act: InsuranceAct) {
    if (act !== 'repair') void open(actSheets, sheetOf[act], { one })
    else if (create) create.onClick()
    else void open(sheets, 'RepairSheet', { one })
  }
  const isClosing = end[0] === 'close'
  return (
    <ActionBar>
      {end.slice(isClosing ? 1 : 0).map((as) => (
        <Button key={as} size="l" onClick={() => endWith(as)}>
          {ends[as]}
        </Button>
      ))}
      {more.map(([act, label]) => (
        <Button key={act} size="l" onClick={() => run(act)}>
          {label}
        </Button>
      ))}
      {main && isClosing && (
        <Button size="l" onClick={() => run(main[0])}>
          {main[1]}
        </Button>
      )}
      {isClosing ? (
        <MainButton onClick={() => endWith('close')}>结案</MainButton>
      ) : (
        main && <MainButton onClick={() => run(main[0])}>{main[1]}</MainButton>
      )}
    </ActionBar>
  )
}

/** What the customer pays: by the case of damage, or as excess and loss of use; nothing without an order. */
function CustomerCard({ one }: { readonly one: InsuranceCase }) {
  const reach = useReach()
  const mayCharge = useMay('order.supplement')
  const { orderId, orderKind, damage, share, status } = one
  if (orderId === null || orderKind === null) return null
  const byDamage = damage !== null && !isClosedDamage(damage.status)
  const standing = share !== null && !isWithdrawn(share.status)
  const charge = mayCharge && !byDamage && !standing && isOpenCase(status) && (
    <CardMore onClick={() => void open(sheets, 'ChargeSheet', { one })}>收取免赔</CardMore>
  )
  if (damage === null && share === null) return <None of="客户承担费用" add={charge} />
  return (
    <Card title="客户承担" extra={charge}>
      {damage !== null && (
        <Cell
          label="车损单"
          note={damageStatuses.text(damage.status)}
          align="right"
          {...linkTo(reach, damageScreens.record, { orderId })}
        >
          {formatMoney(damage.payable)}
        </Cell>
      )}
      {share !== null && (
        <Cell
          label="免赔与停运费"
          note={[supplementStatuses.text(share.status), shareText(share)].join(' · ')}
          align="right"
          {...orderLink(reach, { orderId, orderKind })}
        >
          {formatMoney(share.amount)}
        </Cell>
      )}
    </Card>
  )
}

/** What the insurer assessed, was asked for and has paid. */
function MoneyCard({ one }: { readonly one: InsuranceCase }) {
  const now = useNow()
  const mayTakeBack = useMay('finance.reconcile') && can(insuranceSteps, 'takeBack', one.status).ok
  const { assessed, claimed, received, receipts } = one
  if (assessed === null && receipts.length === 0) return <None of="定损" />
  return (
    <Card pad title="定损与赔款">
      {assessed !== null && <FeeLine label="定损金额" fen={assessed} />}
      {claimed > 0 && <FeeLine label="索赔金额" fen={claimed} />}
      {claimed > 0 && <FeeTotal label="已到账" fen={received} />}
      {receipts.map((receipt) => {
        const { receiptId, amount, slipNo, at, byName, takenBack, vouchers } = receipt
        return (
          <div key={receiptId}>
            <FeeLine
              label={[formatMoment(at, now), byName, slipNo].filter(Boolean).join(' · ')}
              basis={
                mayTakeBack &&
                takenBack === null && (
                  <Button
                    size="s"
                    variant="text"
                    onClick={() => void open(sheets, 'TakeBackSheet', { receiptId, amount })}
                  >
                    撤销
                  </Button>
                )
              }
              fen={amount}
            />
            {takenBack !== null && <Note>已撤销：{takenBack}</Note>}
            <Photos photos={vouchers} />
          </div>
        )
      })}
    </Card>
  )
}

/** Where a ticket of the repair is made. */
const repairLink = (reach: Reach, { damage, vehicleId }: InsuranceCase) =>
  linkTo(
    reach,
    ticketScreens.maintenanceCreate,
    damage === null ? { vehicleId, type: '3' } : { damageId: damage.damageId },
  )

/** The repair of the car, and the stop of its sale until then. */
function RepairCard({ one }: { readonly one: InsuranceCase }) {
  const now = useNow()
  const reach = useReach()
  const mayStop = useMay('stock.stopSale')
  const { ticketId, tickets, vehicleId, homeStoreId, modelId, status } = one
  const isOpen = isOpenCase(status)
  const shown = tickets.filter((ticket) => ticketId === null || ticket.ticketId === ticketId)
  const create = isOpen && repairLink(reach, one)
  const date = localDate(now)
  const stop = isOpen && mayStop && (
    <CardMore
      onClick={() =>
        void open(() => import('../../../fleet/stock/parts/stop-sheet.tsx'), {
          storeId: homeStoreId,
          modelId,
          vehicleId,
          date,
          span: 1,
        })
      }
    >
      停用此车
    </CardMore>
  )
  if (shown.length === 0)
    return (
      <None
        of="维保单"
        add={
          <>
            {create && <CardMore onClick={() => create.onClick()}>建维保单</CardMore>}
            {stop}
          </>
        }
      />
    )
  return (
    <Card title="维修" extra={stop}>
      {shown.map((ticket) => (
        <Cell
          key={ticket.ticketId}
          label={`维保单 ${ticket.no}`}
          extra={<Tag tone="primary">{maintenanceStatuses.text(ticket.status)}</Tag>}
          {...linkTo(reach, ticketScreens.maintenanceDetail, { ticketId: ticket.ticketId })}
        />
      ))}
    </Card>
  )
}
