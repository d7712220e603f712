import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useUploads } from '../../kernel/media/uploads.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { SkeletonBar } from '../../ui/frame/skeleton.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'
import type { StepProps } from './flow.ts'

const SignaturePad = lazy(() => import('../../ui/media/signature-pad.tsx'))

/** The customer signs for the readings and the damage; the picture is kept with the record. */
export function SignatureCard({ flow }: StepProps) {
  const { record, filled, edit } = flow
  const { type, order } = flow.task
  const uploads = useUploads('signature', order.orderId)
  const slot = `sign-${type}`
  const tile = uploads.tiles.findLast((one) => one.slot === slot)
  const mediaId = uploads.mediaIds(slot).at(-1)
  const [strokes, setStrokes] = useState<Blob | null>(null)
  const [checked, setChecked] = useState(false)
  const [again, setAgain] = useState(false)

  // Once on the server it belongs to the record, and once the record names it, the phone need not keep it.
  const settle = useEffectEvent((id: string) => {
    if (record?.signature?.mediaId === id) {
      for (const item of uploads.items) if (item.slot === slot) uploads.remove(item.id)
    } else if (filled.signatureId !== id) edit({ signatureId: id })
  })
  const stored = record?.signature?.mediaId
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when the record names it.
  useEffect(() => {
    if (mediaId !== undefined) settle(mediaId)
  }, [mediaId, stored])

  const shown = tile?.url ?? record?.signature?.url
  if (shown !== undefined && !again) {
    return (
      <Card
        pad
        title="客户签字确认"
        extra={
          <Button size="s" icon="refresh" onClick={() => setAgain(true)}>
            重签
          </Button>
        }
      >
        <div className="handover-signature">
          <img src={shown} alt="客户签名" />
        </div>
        {tile?.status === 'failed' && (
          <Notice tone="danger" action={{ label: '重试', onClick: () => uploads.retry(tile.id) }}>
            {tile.message}
          </Notice>
        )}
        {tile?.status === 'uploading' && <p className="handover-note">签名上传中</p>}
      </Card>
    )
  }
  async function accept() {
    if (strokes === null) return
    for (const item of uploads.items) if (item.slot === slot) uploads.remove(item.id)
    await uploads.add([new File([strokes], 'sign.png', { type: 'image/png' })], slot)
    setStrokes(null)
    setAgain(false)
  }
  return (
    <Card pad title="客户签字确认" extra={<span className="handover-note">选填</span>}>
      <div className="handover-stack">
        <Suspense fallback={<SkeletonBar width="100%" height={160} />}>
          <SignaturePad label="客户签字" onChange={setStrokes} />
        </Suspense>
        {strokes !== null && (
          <>
            <Checkbox checked={checked} onChange={(event) => setChecked(event.target.checked)}>
              客户已当面核对里程、油电与车损
            </Checkbox>
            <Button variant="tint" reason={checked ? undefined : '请客户先核对里程、油电与车损'} onClick={accept}>
              确认签字
            </Button>
          </>
        )}
      </div>
    </Card>
  )
}
