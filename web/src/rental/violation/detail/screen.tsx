import { formatMoment } from '@cheyi/domain/near'
import { violationConsentWays } from '@cheyi/domain/rental/violation/claim'
import { handleWays, matchTypes, officialStates, violationSources } from '@cheyi/domain/rental/violation/codes'
import {
  awaitsMatch,
  fineText,
  isCustomers,
  isShownToCustomer,
  mayHandleNext,
  needsHandling,
  violationSteps,
} from '@cheyi/domain/rental/violation/violation'
import { can, keyOf } from '@cheyi/domain/step'
import { DAY, deadlineText } from '@cheyi/domain/time'
import { useContact } from '../../../booking/order/parts/use-contact.ts'
import { inventoryScreens } from '../../../fleet/inventory/screens.ts'
import { ask, calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { LogCard } from '../../../page/log-card.tsx'
import { choose, open } from '../../../page/open.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { Referred } from '../../../platform/referral/parts/referred.tsx'
import { WhoMay } from '../../../platform/referral/parts/who-may.tsx'
import { ActionBar, ActionIcon } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, Cell, MainButton, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Spinner } from '../../../ui/show/spinner.tsx'
import { screensOf } from '../../order/screens.ts'
import { ClaimCard } from '../parts/claim-card.tsx'
import { HolderNotice } from '../parts/holder-notice.tsx'
import { driverWords, tagsOf, toneOf, type Violation } from '../parts/violation-words.ts'
import { violationScreens } from '../screens.ts'

const sheets = () => import('./sheets.tsx')

/** One violation: facts, driver, history and the permitted actions. */
export default page(violationScreens.detail, ({ violationId }) => {
  const asked = ask(calls.violation.detail, { violationId })
  const [violation] = useAnswers(asked)
  const now = useNow()
  const reach = useReach()
  const { vehicleId, orderId, orderKind, holder, evidence, proof, handedIn } = violation
  const [state, ...tags] = tagsOf(violation)
  const car = vehicleId === null ? undefined : linkTo(reach, inventoryScreens.detail, { id: vehicleId })
  const order =
    orderId === null || orderKind === null ? undefined : linkTo(reach, screensOf(orderKind).detail, { orderId })
  return (
    <DetailPage
      state={{ text: state?.text, mark: toneOf(violation) }}
      subject={<Plate plate={violation.plate} />}
      tags={tags}
      next={
        violation.deadlineAt === null
          ? undefined
          : { text: `${deadlineText(violation.deadlineAt, 'MM-DD')} 前处理`, late: violation.overdue }
      }
      note={violation.no}
      onRefresh={() => refresh(asked)}
      acts={<Actions violation={violation} />}
      notices={
        <>
          {holder !== null && <HolderNotice holder={holder} />}
          {needsHandling(violation.status) && !mayHandleNext(violation, reach.held) ? (
            <WhoMay act="violation.handle" violationId={violationId} />
          ) : (
            <Referred subject="violation" id={violationId} />
          )}
        </>
      }
      thing={
        <>
          {handedIn !== null && (
            <Card pad title="客户已上传凭证" extra={<Text note>{formatMoment(handedIn.at, now)} 待核实</Text>}>
              <Photos photos={handedIn.photos} noun="客户凭证" />
            </Card>
          )}
          <Card pad title={violation.act}>
            <KeyValue rows={factsOf(violation, now)} />
          </Card>
        </>
      }
      side={
        <>
          <Card>
            <Cell label={<b>{violation.modelName}</b>} onClick={car && (() => car.onClick())} />
            {orderId !== null && (
              <Cell
                label={driverWords(violation)}
                note={[violation.orderNo, violation.matchType !== null && matchTypes.text(violation.matchType)]
                  .filter(Boolean)
                  .join(' · ')}
                onClick={order && (() => order.onClick())}
              />
            )}
            {orderId !== null && isCustomers(violation.matchType) && <CallRow orderId={orderId} />}
            {orderId === null && violation.matchType !== null && (
              <Cell label={driverWords(violation)} note={matchTypes.text(violation.matchType)} />
            )}
          </Card>
          <ClaimCard violation={violation} />
          {evidence.length === 0 ? (
            <None of="违章凭证" />
          ) : (
            <Card pad title="违章凭证">
              <Photos photos={evidence} noun="违章凭证" />
            </Card>
          )}
          {proof.length > 0 && (
            <Card pad title="处理凭证">
              <Photos photos={proof} noun="处理凭证" />
            </Card>
          )}
        </>
      }
      log={<LogCard log={violation.log} />}
    />
  )
})

/** Whoever handles a violation calls its customer. */
function CallRow({ orderId }: { readonly orderId: string }) {
  const { contact, pending } = useContact(orderId)
  return <Cell label="联系客户" extra={pending ? <Spinner /> : undefined} onClick={() => void contact()} />
}

function factsOf(violation: Violation, now: number) {
  const rows: readonly (readonly [string, string])[] = [
    ['罚款', fineText(violation.fine)],
    ['记分', `${violation.points} 分`],
    ['时间', formatMoment(violation.occurAt, now)],
    ['地点', violation.place],
    ['代码', violation.actCode],
    ['文书号', violation.docNo],
    ['处理机关', violation.authority],
    ['官方状态', officialStates.text(violation.officialState)],
    ['处理方式', violation.handleWay === null ? '' : handleWays.text(violation.handleWay)],
    ['申请转移', violation.transfer === null ? '' : formatMoment(violation.transfer.appliedAt, now)],
    ['异议期至', violation.transfer?.objectUntil == null ? '' : formatMoment(violation.transfer.objectUntil, now)],
    ['客户同意', violation.consent === null ? '' : violationConsentWays[violation.consent.way]],
    ['来源', violationSources.text(violation.source)],
    ['备注', violation.remark],
  ]
  return rows.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }))
}

/** The actions permitted on a violation now. */
function Actions({ violation }: { readonly violation: Violation }) {
  const reach = useReach()
  const now = useNow()
  const makeCase = useExport(calls.violation.makeCase, '违章处理记录')
  const { violationId, version, status, orderId, matchType, closedAt, claim, transfer } = violation
  const may = (action: 'edit' | 'match' | 'void' | 'appeal' | 'appealRejected' | 'reopen') =>
    can(violationSteps, action as 'edit', status).ok && reach.held.has(keyOf(violationSteps, action as 'edit'))
  const handles = reach.held.has('violation.handle')
  const edit =
    orderId !== null && may('edit')
      ? linkTo(reach, violationScreens.createOfOrder, { orderId, violationId })
      : undefined
  const handle = mayHandleNext(violation, reach.held)
    ? linkTo(reach, violationScreens.handle, { violationId })
    : undefined
  const refund =
    orderId !== null && (claim?.refundable ?? 0) > 0
      ? linkTo(reach, violationScreens.refund, { orderId, violationId })
      : undefined
  const reopens =
    closedAt !== null &&
    can(violationSteps, 'reopen', status, { closedDays: (now - closedAt) / DAY }).ok &&
    reach.held.has('violation.deduct')
  const transferring = handles && can(violationSteps, 'transferRefused', status).ok
  const handling = useWrite(calls.violation.handle)
  async function told() {
    const saved = await handling.run({ violationId, version, action: 'transferTold' })
    if (saved) feedback.toast('已记录，承租人可在5个工作日内提出异议')
  }
  const shown = [
    may('void') && {
      label: '作废',
      act: () => void open(sheets, 'VoidSheet', { violation }),
    },
    isCustomers(matchType) &&
      may('appeal') && {
        label: '申诉',
        act: () => void open(sheets, 'AppealSheet', { violation }),
      },
    edit && { label: '修改', act: () => edit.onClick() },
  ].filter(isThere)
  const behind = [
    isCustomers(matchType) &&
      isShownToCustomer(status) &&
      handles && {
        label: '发给客户',
        act: () => void open(sheets, 'NoticeLinkSheet', { violationId }),
      },
    handles && { label: '导出处理记录', act: () => void makeCase.run({ violationId }) },
    refund && { label: '退还费用', act: () => refund.onClick() },
    reopens && {
      label: '重新打开',
      act: () => void open(sheets, 'ReopenSheet', { violation }),
    },
    may('match') &&
      !awaitsMatch(status) && {
        label: '改匹配',
        act: () => void open(() => import('./match-sheet.tsx'), { violation }),
      },
  ].filter(isThere)
  const main = transferring
    ? transfer?.toldAt == null
      ? { label: '已告知承租人', act: () => void told() }
      : {
          label: '转移结果',
          act: () => void open(sheets, 'TransferSheet', { violation }),
        }
    : may('appealRejected')
      ? {
          label: '申诉结果',
          act: () => void open(sheets, 'AppealResultSheet', { violation }),
        }
      : awaitsMatch(status) && may('match')
        ? { label: '匹配', act: () => void open(() => import('./match-sheet.tsx'), { violation }) }
        : handle && { label: '处理', act: () => handle.onClick() }
  if (shown.length + behind.length === 0 && !main) return null
  async function more() {
    const key = await choose(
      '更多操作',
      behind.map(({ label }) => ({ key: label, label })),
    )
    behind.find(({ label }) => label === key)?.act()
  }
  return (
    <ActionBar>
      {behind.length > 0 && (
        <ActionIcon icon="more" onClick={() => void more()}>
          更多
        </ActionIcon>
      )}
      {shown.map(({ label, act }) => (
        <Button key={label} size="l" block onClick={act}>
          {label}
        </Button>
      ))}
      {main && <MainButton onClick={main.act}>{main.label}</MainButton>}
    </ActionBar>
  )
}

interface Other {
  readonly label: string
  readonly act: () => void
}

const isThere = (one: Other | false | undefined): one is Other => one !== false && one !== undefined
