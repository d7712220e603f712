import { wasPickedUp } from '@cheyi/domain/booking/order/steps'
import { formatKm } from '@cheyi/domain/length'
import { formatNear } from '@cheyi/domain/near'
import { agreementStatus, agreementStatuses, agreementTypes, isPack } from '@cheyi/domain/rental/agreement/codes'
import { isBinding, isOwnPaper, isVoid } from '@cheyi/domain/rental/agreement/steps'
import { handoverTypes } from '@cheyi/domain/rental/pickup-return/codes'
import { lazy, Suspense, useState } from 'react'
import { useDetail } from '../../../booking/order/parts/use-detail.ts'
import { calls } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { Box, Card, CardMore, Cell, Note } from '../../../ui/layout.tsx'
import { Tag, type Tone } from '../../../ui/show/tag.tsx'
import { usePapers } from '../../agreement/parts/paper.ts'
import { PaperFile } from '../../agreement/parts/paper-file.tsx'
import { type PanelProps, pageOf } from './panel.ts'

const ImageViewer = lazy(() => import('../../../ui/media/image-viewer.tsx'))

const agreementTones: Readonly<Record<number, Tone>> = {
  [agreementStatus.none]: 'warning',
  [agreementStatus.waiting]: 'warning',
  [agreementStatus.signed]: 'success',
  [agreementStatus.paper]: 'success',
}

/** The rental documents; a tap opens one, for accounts that may see documents. */
export function AgreementsPanel({ order, now, reach }: PanelProps) {
  const [shown, setShown] = useState<{ id: string; open: boolean }>()
  const papers = usePapers(order.orderId, { enabled: shown?.open === true, quiet: false })
  const { refetch } = useDetail(order.orderId)
  const makePack = useExport(calls.dispute.make, '举证文件')
  const packs = wasPickedUp(order.status) && reach.held.has('order.agreement') && reach.held.has('order.fee')
  if (order.agreements.length === 0 && !packs) return null
  async function packed() {
    await makePack.run({ orderId: order.orderId })
    // A new document does not change the order's version, so the order is read again here.
    await refetch()
  }
  // Documents of handovers are signed on the handover pages.
  function show(agreementId: string, type: number, status: number) {
    if (!isOwnPaper(type) || isBinding(status) || isVoid(status)) return setShown({ id: agreementId, open: true })
    const paper = { orderId: order.orderId, agreementId, type }
    void open(() => import('../../pickup-return/parts/own-paper-sheet.tsx'), paper)
  }
  const paper = papers.data?.find(({ agreementId }) => agreementId === shown?.id)
  const images = paper?.photos.map(({ url }, index) => ({ url, alt: `合同第 ${index + 1} 页` })) ?? []
  return (
    <Box
      as={Card}
      pad={[0, 0, 4]}
      title="合同"
      extra={order.agreements.length > 0 && <Note num>共 {order.agreements.length} 份</Note>}
    >
      {order.agreements.map(({ agreementId, type, status, at }) => (
        <Cell
          key={agreementId}
          label={agreementTypes.text(type)}
          note={<span className="num">{formatNear(at, now)}</span>}
          extra={<Tag tone={agreementTones[status]}>{isPack(type) ? '已签章' : agreementStatuses.text(status)}</Tag>}
          onClick={reach.held.has('order.agreement') ? () => show(agreementId, type, status) : undefined}
        />
      ))}
      {packs && (
        <Cell
          label="生成举证文件"
          note="订单、取还车记录、收支与操作记录，一份签章的 PDF"
          onClick={() => void packed()}
        />
      )}
      {shown && images.length > 0 && (
        <Suspense fallback={null}>
          <ImageViewer open={shown.open} onClose={() => setShown({ ...shown, open: false })} images={images} />
        </Suspense>
      )}
      {shown?.open && paper && images.length === 0 && (
        <Note pad={[0, 16, 12]}>
          {paper.file === 'none' ? '该合同暂无文件' : <PaperFile paper={paper} words="查看合同文件" />}
        </Note>
      )}
    </Box>
  )
}

/** The handovers so far, including the one in progress. */
export function RecordsPanel(props: PanelProps) {
  const { order, now } = props
  const link = pageOf(props, 'pickup-return-record')
  const reissue = order.records.some(({ draft }) => !draft) ? pageOf(props, 'reissue') : undefined
  if (order.records.length === 0) return null
  return (
    <Box
      as={Card}
      pad={[0, 0, 4]}
      title="取还车记录"
      extra={reissue && <CardMore onClick={() => reissue.onClick()}>补传</CardMore>}
    >
      {order.records.map(({ recordId, type, at, draft, mileageKm, operatorName, photoCount }) => (
        <Cell
          key={recordId}
          label={handoverTypes.text(type)}
          note={
            <span className="num">
              {[
                at === null ? '' : formatNear(at, now),
                mileageKm === null ? '' : formatKm(mileageKm),
                `${photoCount} 张照片`,
                operatorName,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          }
          extra={draft && <Tag tone="warning">办理中</Tag>}
          {...link}
        />
      ))}
    </Box>
  )
}
