import { formatMoney } from '@cheyi/domain/money'
import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { insuranceStatuses, responsibilities } from '@cheyi/domain/rental/insurance/codes'
import { insuranceSteps } from '@cheyi/domain/rental/insurance/insurance-case'
import { can } from '@cheyi/domain/step'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { inventoryScreens } from '../../../fleet/inventory/screens.ts'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { useMay } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { LogCard } from '../../../page/log-card.tsx'
import { open } from '../../../page/open.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { Button, MainButton } from '../../../ui/button.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Card, CardMore, Cell, Note } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { actsOf, type InsuranceAct, sheets } from '../parts/insurance-acts.ts'
import { dueOf, type InsuranceCase, insuranceTones, policyName, policyNote } from '../parts/insurance-words.ts'
import { insuranceScreens } from '../screens.ts'
import { CustomerCard } from './customer-card.tsx'
import { MoneyCard } from './money-card.tsx'
import { RepairCard, repairLink } from './repair-card.tsx'

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
      extra={mayEdit && <CardMore onClick={() => void open(() => import('./edit-sheet.tsx'), { one })}>修改</CardMore>}
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
} as const

function Acts({ one }: Of) {
  const reach = useReach()
  const { held } = reach
  const create = one.tickets.length === 0 ? repairLink(reach, one) : undefined
  const mayRepair = one.tickets.length > 0 || create !== undefined
  const [main, ...more] = actsOf(one.status, held).filter(([act]) => act !== 'repair' || mayRepair)
  const end = (['close', 'reject', 'drop'] as const).filter(
    (as) => held.has('damage.create') && can(insuranceSteps, as, one.status).ok,
  )
  if (main === undefined && end.length === 0) return null
  const endWith = (as: (typeof end)[number]) => void open(() => import('../parts/end-sheet.tsx'), { one, as })
  function run(act: InsuranceAct) {
    if (act !== 'repair') void open(sheets[act], { one })
    else if (create) create.onClick()
    else void open(() => import('./repair-sheet.tsx'), { one })
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
