import { formatMoney } from '@cheyi/domain/money'
import { violationStatus } from '@cheyi/domain/rental/violation/codes'
import { fineText, MAX_EVIDENCE } from '@cheyi/domain/rental/violation/violation'
import { useCallback } from 'react'
import { calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { sendFile } from '../../../kernel/media/upload-send.ts'
import { useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { paymentScreens } from '../../../money/payment/screens.ts'
import { confirm } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { view, viewOf } from '../../../page/view.ts'
import { AsWritten, Sent } from '../../../platform/customer-link/parts/as-written.tsx'
import { ShopHead } from '../../../platform/customer-link/parts/shop-head.tsx'
import { type Guest, useForgetArrived, useGuestUploads } from '../../../platform/customer-link/parts/use-guest.ts'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, MainButton, Note, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import { UploadGrid, type UploadItem } from '../../../ui/media/upload-grid.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { FeeLine, FeeTotal, KeyValue } from '../../../ui/show/rows.tsx'
import { sayDeadline, sayMoment } from '../../../words/dates.ts'
import { type PlainPhrase, say, translate } from '../../../words/words.ts'
import { claimLines } from '../parts/violation-words.ts'
import { violationScreens } from '../screens.ts'

export type CustomerNotice = OutputOf<typeof calls.violation.notice>

/** The fine of a violation for its customer; null: the authority has not decided yet. */
export const fineWords = (fine: number | null): string =>
  fine === null ? say('罚款待裁决') : say('罚款 {sum}', { sum: fineText(fine) })

interface NoticePageProps {
  readonly t: string
  readonly notice: CustomerNotice
  readonly reload: () => void
}

/** A violation as the customer sees it, with the possible answers: hand in a proof that it is settled, or ask the store to settle it. */
export default function NoticePage({ t, notice, reload }: NoticePageProps) {
  const { evidence, may, terms, points, violationId, cases } = notice
  const now = useNow()
  const proof = useProof({ t, notice, reload })
  const reply = useWrite(calls.violation.reply, { onDone: reload })
  const mayProve = may.includes('proof')
  const agencyFee = formatMoney(terms.agencyFee)
  async function handIn() {
    if (await reply.run({ t, violationId, reply: 'proof' })) feedback.toast(say('已提交，请等待门店核实'))
  }
  async function askAgency() {
    const sure = await confirm({
      title: say('申请门店代办？'),
      body:
        notice.fine === null
          ? say('门店代缴罚款（金额待裁决），收取代办费 {fee}，从违章押金中扣除或由您支付。', { fee: agencyFee })
          : say('门店代缴罚款 {fine}，收取代办费 {fee}，从违章押金中扣除或由您支付。', {
              fine: formatMoney(notice.fine),
              fee: agencyFee,
            }),
      confirm: say('同意并申请'),
    })
    if (sure && (await reply.run({ t, violationId, reply: 'agency' })))
      feedback.toast(say('已申请代办，请等待门店处理'))
  }
  return (
    <Page
      onBack={cases.length > 1 ? () => go(violationScreens.customer, { t }, { replace: true }) : null}
      footer={
        mayProve && (
          <ActionBar>
            <MainButton loading={reply.pending} reason={proof.reason} onClick={() => void handIn()}>
              {say('提交凭证')}
            </MainButton>
          </ActionBar>
        )
      }
    >
      <Stack gap={12}>
        <ShopHead shop={notice} />
        <Where notice={notice} now={now} />
        <Card pad title={<Sent text={notice.act} />}>
          <Row gap={12} wrap>
            <Plate plate={notice.plate} size="s" />
            <Text num>{fineWords(notice.fine)}</Text>
            <Text num>{say('记 {n} 分', { n: points })}</Text>
          </Row>
          <KeyValue rows={factsOf(notice, now)} />
          <Photos photos={evidence} noun={say('违章凭证')} />
        </Card>
        {mayProve && (
          <Card pad title={say('处理凭证')}>
            <Stack gap={10}>
              <Note>{say('在交管12123（租车违法处理）或窗口处理、缴款后，上传处理和缴款的截图或回执')}</Note>
              {proof.grid}
            </Stack>
          </Card>
        )}
        {!mayProve && notice.sent.length > 0 && (
          <Card pad title={say('处理凭证')}>
            <Photos photos={notice.sent} noun={say('处理凭证')} />
          </Card>
        )}
        {may.includes('agency') && (
          <Card pad title={say('门店代办')}>
            <Stack gap={10}>
              <Note num>{say('没有扣分的违章可以由门店代缴，代办费 {fee}', { fee: agencyFee })}</Note>
              <Button size="l" loading={reply.pending} onClick={() => void askAgency()}>
                {say('申请代办')}
              </Button>
            </Stack>
          </Card>
        )}
        {mayProve && points > 0 && <Note>{say('有扣分的违章须由驾驶人本人处理，门店不能代办')}</Note>}
        <ClaimOf t={t} notice={notice} />
        <Card pad title={say('约定')}>
          <KeyValue
            rows={[
              { label: say('处理期限'), value: say('通知后 {n} 天', { n: terms.deadlineDays }) },
              { label: say('代办费'), value: agencyFee },
              {
                label: say('未按期处理违约金'),
                value: say('每分 {sum}', { sum: formatMoney(terms.penaltyPerPoint) }),
              },
            ]}
          />
        </Card>
      </Stack>
    </Page>
  )
}

const factsOf = ({ occurAt, place, actCode, docNo, modelName, renterName }: CustomerNotice, now: number) => {
  const rows = [
    { label: say('地点'), text: place },
    { label: say('代码'), text: actCode },
    { label: say('文书号'), text: docNo },
    { label: say('车型'), text: modelName },
    { label: say('承租人'), text: renterName },
  ]
  return [
    { label: say('时间'), value: sayMoment(occurAt, now) },
    ...rows.flatMap(({ label, text }) => (text === '' ? [] : [{ label, value: <AsWritten>{text}</AsWritten> }])),
  ]
}

/** Status of the store's handling. */
const states: Readonly<Record<number, { readonly tone: 'success' | 'primary'; readonly text: PlainPhrase }>> = {
  [violationStatus.closed]: { tone: 'success', text: '已结案' },
  [violationStatus.toClose]: { tone: 'success', text: '已处理，门店正在核销' },
  [violationStatus.appealed]: { tone: 'primary', text: '您的申诉正在处理' },
  [violationStatus.byMerchant]: { tone: 'primary', text: '门店正在代办' },
  [violationStatus.transferring]: { tone: 'primary', text: '门店已申请违法转移' },
}

/** The current state in one line. */
function Where({ notice, now }: { readonly notice: CustomerNotice; readonly now: number }) {
  const { status, deadlineAt, handedInAt, refusedWhy, agreedAt, overdue, may } = notice
  const state = states[status]
  if (state) return <Notice tone={state.tone}>{say(state.text)}</Notice>
  if (handedInAt !== null)
    return <Notice tone="success">{say('{at} 已提交凭证，门店正在核实', { at: sayMoment(handedInAt, now) })}</Notice>
  const until =
    deadlineAt === null ? '' : say('请在 {until} 前处理，并上传凭证', { until: sayDeadline(deadlineAt, 'MM月DD日') })
  return (
    <>
      {refusedWhy !== '' && (
        <Notice tone="danger">{say('凭证未通过：{why}，请重新上传', { why: translate(refusedWhy) })}</Notice>
      )}
      {agreedAt !== null && (
        <Notice tone="primary">{say('{at} 已申请代办，等待门店处理', { at: sayMoment(agreedAt, now) })}</Notice>
      )}
      {overdue && <Notice tone="danger">{say('已超过处理期限，请尽快处理并上传凭证')}</Notice>}
      {!overdue && until !== '' && may.includes('proof') && agreedAt === null && (
        <Notice tone={deadlineAt! <= now ? 'danger' : 'warning'}>{until}</Notice>
      )}
    </>
  )
}

/** The amount the customer owes, with a link to pay it. */
function ClaimOf({ t, notice: { claim, violationId } }: Pick<NoticePageProps, 't' | 'notice'>) {
  const pay = useWrite(calls.violation.payClaim)
  if (claim === null) return null
  async function leave() {
    const answer = await pay.run({ t, violationId })
    if (answer) go(paymentScreens.pay, { t: answer.t })
  }
  return (
    <Card pad title={say('费用')}>
      {claimLines.map(
        ({ key, label }) => claim[key] > 0 && <FeeLine key={key} label={translate(label)} fen={claim[key]} />,
      )}
      <FeeTotal label={claim.due > 0 ? say('待付') : say('已结清')} fen={claim.due} />
      {claim.due > 0 &&
        (claim.online ? (
          <MainButton loading={pay.pending} onClick={() => void leave()}>
            {say('去付款')}
          </MainButton>
        ) : (
          <Note>{say('请联系门店付款')}</Note>
        ))}
    </Card>
  )
}

/** The proof pictures, both uploaded and uploading ones. */
function useProof({ t, notice, reload }: NoticePageProps) {
  const { violationId, sent } = notice
  const send = useCallback<Guest['send']>(
    ({ file, takenAt, bizId }, options) =>
      sendFile(calls.violation.sendPhoto, { takenAt, violationId: bizId }, file, options),
    [],
  )
  const uploads = useGuestUploads({ t, of: { biz: 'violation', record: violationId }, send, onSent: reload })
  const drop = useWrite(calls.violation.dropPhoto, { onDone: reload })
  const isSent = useCallback((mediaId: string) => sent.some((one) => one.mediaId === mediaId), [sent])
  useForgetArrived(uploads, isSent)
  const coming = uploads.tiles.filter(({ id }) => {
    const media = uploads.items.find((one) => one.id === id)?.media
    return media == null || !isSent(media.mediaId)
  })
  const stored: UploadItem[] = sent.map(({ mediaId, thumbUrl, url }) => ({
    id: mediaId,
    status: 'done',
    url: thumbUrl ?? url,
  }))
  return {
    /** Why nothing can be submitted yet. */
    reason: uploads.unsent > 0 ? say('照片还在上传，请稍候') : sent.length === 0 ? say('请先上传处理凭证') : undefined,
    grid: (
      <UploadGrid
        items={[...stored, ...coming]}
        max={MAX_EVIDENCE}
        addLabel={say('添加凭证')}
        onAdd={() => void uploads.pick({ source: 'both', max: MAX_EVIDENCE - stored.length - coming.length })}
        onRetry={uploads.retry}
        onRemove={(id) => (isSent(id) ? void drop.run({ t, violationId, mediaId: id }) : uploads.remove(id))}
        onOpen={(id) => {
          const at = sent.findIndex(({ mediaId }) => mediaId === id)
          if (at >= 0) view(sent.map(viewOf(say('处理凭证'))), at)
        }}
      />
    ),
  }
}
