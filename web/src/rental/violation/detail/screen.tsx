import { formatMoment } from '@cheyi/domain/near'
import { illegalConsentWays } from '@cheyi/domain/rental/violation/claim'
import { handleWays, illegalSources, matchTypes, officialStates } from '@cheyi/domain/rental/violation/codes'
import { fineText, isCustomers, mayHandleNext, needsHandling } from '@cheyi/domain/rental/violation/illegal'
import { deadlineText } from '@cheyi/domain/time'
import { useContact } from '../../../booking/order/parts/use-contact.ts'
import { inventoryScreens } from '../../../fleet/inventory/screens.ts'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { WhoMay } from '../../../platform/referral/parts/who-may.tsx'
import { Timeline } from '../../../ui/frame/steps.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Spinner } from '../../../ui/show/spinner.tsx'
import { StatusDot, Tags } from '../../../ui/show/tag.tsx'
import { screensOf } from '../../order/screens.ts'
import { ClaimCard } from '../parts/claim-card.tsx'
import { HolderNotice } from '../parts/holder-notice.tsx'
import { driverWords, type Illegal, tagsOf, toneOf } from '../parts/illegal-words.ts'
import { violationScreens } from '../screens.ts'
import { Actions } from './actions.tsx'

/** One violation: facts, driver, history and the permitted actions. */
export default page(violationScreens.detail, ({ illegalId }) => {
  const asked = ask(calls.violation.detail, { illegalId })
  const [illegal] = useAnswers(asked)
  const now = useNow()
  const reach = useReach()
  const { vehicleId, orderId, orderKind, holder, evidence, proof, handedIn } = illegal
  const [state, ...tags] = tagsOf(illegal)
  const car = vehicleId === null ? undefined : linkTo(reach, inventoryScreens.detail, { id: vehicleId })
  const order =
    orderId === null || orderKind === null ? undefined : linkTo(reach, screensOf(orderKind).detail, { orderId })
  return (
    <Page right={<RefreshButton onRefresh={() => void refresh(asked)} />} footer={<Actions illegal={illegal} />}>
      <Stack gap={12}>
        <Card pad>
          <Row gap={8} wrap justify="between">
            <StatusDot status={toneOf(illegal)} large>
              {state?.text}
            </StatusDot>
            <Text num note>
              {illegal.no}
            </Text>
          </Row>
          {(illegal.deadlineAt !== null || tags.length > 0) && (
            <Row gap={[4, 8]} top={4} wrap>
              {illegal.deadlineAt !== null && (
                <Text num note ink={illegal.overdue ? 'danger' : 2}>
                  {deadlineText(illegal.deadlineAt, 'MM-DD')} 前处理
                </Text>
              )}
              <Tags of={tags} />
            </Row>
          )}
        </Card>
        <Card>
          <Cell
            label={
              <Row gap={8} wrap>
                <Plate plate={illegal.plate} />
                <b>{illegal.modelName}</b>
              </Row>
            }
            onClick={car && (() => car.onClick())}
          />
          {orderId !== null && (
            <Cell
              label={driverWords(illegal)}
              note={[illegal.orderNo, illegal.matchType !== null && matchTypes.text(illegal.matchType)]
                .filter(Boolean)
                .join(' · ')}
              onClick={order && (() => order.onClick())}
            />
          )}
          {orderId !== null && isCustomers(illegal.matchType) && <CallRow orderId={orderId} />}
          {orderId === null && illegal.matchType !== null && (
            <Cell label={driverWords(illegal)} note={matchTypes.text(illegal.matchType)} />
          )}
        </Card>
        {holder !== null && <HolderNotice holder={holder} />}
        {needsHandling(illegal.status) && !mayHandleNext(illegal, reach.held) && (
          <WhoMay act="illegal.handle" illegalId={illegalId} />
        )}
        {handedIn !== null && (
          <Card pad title="客户已上传凭证" extra={<Text note>{formatMoment(handedIn.at, now)} 待核实</Text>}>
            <Photos photos={handedIn.photos} noun="客户凭证" />
          </Card>
        )}
        <ClaimCard illegal={illegal} />
        <Card pad title={illegal.act}>
          <KeyValue rows={factsOf(illegal, now)} />
        </Card>
        {evidence.length > 0 && (
          <Card pad title="违章凭证">
            <Photos photos={evidence} noun="违章凭证" />
          </Card>
        )}
        {proof.length > 0 && (
          <Card pad title="处理凭证">
            <Photos photos={proof} noun="处理凭证" />
          </Card>
        )}
        <Card pad title="进度">
          <Timeline
            items={illegal.log.map(({ at, byName, action, note }, i) => ({
              key: `${at}/${i}`,
              title: action,
              time: formatMoment(at, now),
              note: [byName, note].filter(Boolean).join(' · '),
              tone: i === 0 ? 'primary' : 'neutral',
            }))}
          />
        </Card>
      </Stack>
    </Page>
  )
})

/** Whoever handles a violation calls its customer. */
function CallRow({ orderId }: { readonly orderId: string }) {
  const { contact, pending } = useContact(orderId)
  return <Cell label="联系客户" extra={pending ? <Spinner /> : undefined} onClick={() => void contact()} />
}

function factsOf(illegal: Illegal, now: number) {
  const rows: readonly (readonly [string, string])[] = [
    ['罚款', fineText(illegal.fine)],
    ['记分', `${illegal.points} 分`],
    ['时间', formatMoment(illegal.occurAt, now)],
    ['地点', illegal.place],
    ['代码', illegal.actCode],
    ['文书号', illegal.docNo],
    ['处理机关', illegal.authority],
    ['官方状态', officialStates.text(illegal.officialState)],
    ['处理方式', illegal.handleWay === null ? '' : handleWays.text(illegal.handleWay)],
    ['申请转移', illegal.transfer === null ? '' : formatMoment(illegal.transfer.appliedAt, now)],
    ['异议期至', illegal.transfer?.objectUntil == null ? '' : formatMoment(illegal.transfer.objectUntil, now)],
    ['客户同意', illegal.consent === null ? '' : illegalConsentWays[illegal.consent.way]],
    ['来源', illegalSources.text(illegal.source)],
    ['备注', illegal.remark],
  ]
  return rows.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }))
}
