import { formatMoment } from '@cheyi/domain/near'
import { deadlineText, illegalConsentWays } from '@cheyi/domain/violation/claim'
import { handleWays, illegalSources, matchTypes, officialStates } from '@cheyi/domain/violation/codes'
import { fineText, mayHandleNext, needsHandling } from '@cheyi/domain/violation/illegal'
import { inventoryScreens } from '../../inventory/screens.ts'
import { ask, calls } from '../../kernel/call/calls.ts'
import { useNow } from '../../kernel/now.ts'
import { linkTo, useReach } from '../../kernel/page/reach.ts'
import { screensOf } from '../../order/screens.ts'
import { Page, page, refresh, useAnswers } from '../../page/page.tsx'
import { Photos } from '../../page/photos.tsx'
import { Timeline } from '../../ui/frame/steps.tsx'
import { Note, Row, Stack, Text } from '../../ui/layout.tsx'
import { RefreshButton } from '../../ui/list/pull.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { KeyValue } from '../../ui/show/rows.tsx'
import { Tags } from '../../ui/show/tag.tsx'
import { ClaimCard } from '../parts/claim-card.tsx'
import { HolderNotice } from '../parts/holder-notice.tsx'
import { carWords, driverWords, type Illegal, tagsOf } from '../parts/illegal-words.ts'
import { violationScreens } from '../screens.ts'
import { Actions } from './actions.tsx'

/** One violation: what, who drove, what was done, and what may be done. */
export default page(violationScreens.detail, ({ illegalId }) => {
  const asked = ask(calls.violation.detail, { illegalId })
  const [illegal] = useAnswers(asked)
  const now = useNow()
  const reach = useReach()
  const { vehicleId, orderId, orderKind, holder, evidence, proof, handedIn, remark } = illegal
  const car = vehicleId === null ? undefined : linkTo(reach, inventoryScreens.detail, { id: vehicleId })
  const order =
    orderId === null || orderKind === null ? undefined : linkTo(reach, screensOf(orderKind).detail, { orderId })
  return (
    <Page right={<RefreshButton onRefresh={() => void refresh(asked)} />} footer={<Actions illegal={illegal} />}>
      <Stack gap={12}>
        <Card pad title={illegal.act}>
          <Row gap={8} wrap justify="between">
            <Tags of={tagsOf(illegal)} />
            <Text num note>
              {illegal.no}
            </Text>
          </Row>
          <Row gap={12} top={8} wrap>
            <Text num>罚款 {fineText(illegal.fine)}</Text>
            <Text num>记 {illegal.points} 分</Text>
          </Row>
          {illegal.deadlineAt !== null && (
            <Note num top={4}>
              {deadlineText(illegal.deadlineAt, 'MM月DD日')} 前处理
            </Note>
          )}
        </Card>
        <Card>
          <Cell label={carWords(illegal)} note="车辆" onClick={car && (() => car.onClick())} />
          {orderId !== null && (
            <Cell
              label={`${illegal.orderNo} ${driverWords(illegal)}`}
              note={illegal.matchType === null ? '订单' : matchTypes.text(illegal.matchType)}
              onClick={order && (() => order.onClick())}
            />
          )}
          {orderId === null && illegal.matchType !== null && (
            <Cell label={driverWords(illegal)} note={matchTypes.text(illegal.matchType)} />
          )}
        </Card>
        {holder !== null && <HolderNotice holder={holder} />}
        {needsHandling(illegal.status) && !mayHandleNext(illegal, reach.held) && (
          <Notice tone="primary">由有「处理违章」权限的同事办理</Notice>
        )}
        {handedIn !== null && (
          <Card pad title="客户已上传凭证" extra={<Text note>{formatMoment(handedIn.at, now)} 待核实</Text>}>
            <Photos photos={handedIn.photos} noun="客户凭证" />
          </Card>
        )}
        <ClaimCard illegal={illegal} />
        <Card pad title="违章信息">
          <KeyValue rows={factsOf(illegal, now)} />
          {remark && <Text as="p">{remark}</Text>}
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

function factsOf(illegal: Illegal, now: number) {
  const rows: readonly (readonly [string, string])[] = [
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
  ]
  return rows.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }))
}
