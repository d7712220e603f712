import { agreementStatuses, isLease } from '@cheyi/domain/rental/agreement/codes'
import { isBinding, isVoid } from '@cheyi/domain/rental/agreement/steps'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Elsewhere } from '../../../form/uploads-field.tsx'
import { calls, feedback, useRead } from '../../../kernel/call/calls.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { momentText } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { Answer } from '../../../page/page.tsx'
import { view } from '../../../page/view.ts'
import { useOtherPhone } from '../../../platform/media/parts/other-phone.ts'
import { WhoMay } from '../../../platform/referral/parts/who-may.tsx'
import { Button, Card, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { usePapers } from '../../agreement/parts/paper.ts'
import { PaperFile } from '../../agreement/parts/paper-file.tsx'
import { ElectronicPaper, PaperToPrint, type PaperToSign } from './agreement-electronic.tsx'
import { StoredPhotos } from './photo/stored-photos.tsx'

/** Maximum number of pages. */
const MAX_PAGES = 20

/** Whether a document satisfies the wanted type: any form of lease contract satisfies a lease. */
const takesPlace = (type: number, wanted: number): boolean => type === wanted || (isLease(type) && isLease(wanted))

interface PaperCardProps {
  readonly of: PaperToSign
  readonly extra?: ReactNode
  /** Called when it was signed while this card was open. */
  readonly onBinding: () => void
  /** Shown below when signed by hand: a document signed on a screen already has the signature. */
  readonly byHand?: ReactNode
}

/** A document: signed on a screen, signed by hand and photographed page by page, or signed already. */
export function PaperCard({ of, extra, onBinding, byHand }: PaperCardProps) {
  const { orderId, type, name } = of
  const papersOf = usePapers(orderId)
  const mayMake = useMay('order.agreement')
  const [onPaper, setOnPaper] = useState(false)
  const kinds = useRead(calls.agreement.kinds, { orderId }, { enabled: mayMake })
  const electronic = kinds.data?.templates.some((one) => one.type === type) ?? true
  const paper = papersOf.data
    ?.filter((one) =>
      of.agreementId ? one.agreementId === of.agreementId : takesPlace(one.type, type) && !isVoid(one.status),
    )
    .sort((a, b) => b.createdAt - a.createdAt)[0]
  const binding = paper !== undefined && isBinding(paper.status)
  useSigned(papersOf.data && binding, onBinding)
  const isByHand = (binding && paper.photos.length > 0) || (mayMake && !binding && (onPaper || !electronic))
  return (
    <>
      <Card pad title={name} extra={extra}>
        <Answer of={papersOf}>
          {() => (
            <Stack gap={12}>
              {paper && (
                <Row gap={12} justify="between">
                  <Text note num>
                    {momentText(paper.signedAt ?? paper.createdAt)}
                    {mayMake && paper.photos.length > 0 && ` · ${paper.photos.length} 页`}
                  </Text>
                  <Tag tone={binding ? 'success' : 'warning'}>{agreementStatuses.text(paper.status)}</Tag>
                </Row>
              )}
              {paper && paper.photos.length > 0 && <StoredPhotos media={paper.photos} alt={name} />}
              {binding && <PaperFile paper={paper} />}
              {!mayMake && !binding && <WhoMay act="order.agreement" orderId={of.orderId} note={`请办理${name}`} />}
              {mayMake && !binding && electronic && !onPaper && (
                <>
                  <ElectronicPaper of={of} paper={paper} />
                  <Button size="s" variant="text" onClick={() => setOnPaper(true)}>
                    客户在纸上签字？上传纸质合同
                  </Button>
                </>
              )}
              {mayMake && !binding && electronic && onPaper && (
                <Row gap={12} justify="between">
                  <PaperToPrint of={of} paper={paper} />
                  <Button size="s" variant="text" onClick={() => setOnPaper(false)}>
                    改用电子合同
                  </Button>
                </Row>
              )}
              {mayMake && !binding && (onPaper || !electronic) && <Pages of={of} />}
            </Stack>
          )}
        </Answer>
      </Card>
      {isByHand && byHand}
    </>
  )
}

/** Notifies the caller when the document is signed on the customer's phone while this card is open. */
function useSigned(binding: boolean | undefined, onBinding: () => void): void {
  const before = useRef(binding)
  const signed = useEffectEvent(onBinding)
  useEffect(() => {
    if (binding && before.current === false) signed()
    before.current = binding
  }, [binding])
}

/** Photographs of the signed pages, sent together. */
function Pages({ of }: { of: PaperToSign }) {
  const { orderId, type, name } = of
  const uploads = useUploads('agreement', { record: orderId })
  const slot = `paper-${type}`
  const tiles = uploads.tiles.filter((tile) => tile.slot === slot)
  const waiting = tiles.some(({ status }) => status !== 'done')
  const fromElsewhere = useOtherPhone('agreement', orderId, slot)

  async function send() {
    if (!(await of.make([...uploads.mediaIds(slot)]))) return
    for (const { id } of tiles) uploads.remove(id)
    feedback.toast(`${name}已上传`)
  }
  return (
    <>
      <Note>客户在纸质合同上签字后，逐页拍照上传</Note>
      <UploadGrid
        items={tiles}
        max={MAX_PAGES}
        addLabel="拍合同页"
        onAdd={() => void uploads.pick({ slot, source: 'both', max: MAX_PAGES - tiles.length })}
        onRetry={uploads.retry}
        onRemove={uploads.remove}
        onOpen={(id) => {
          const shown = tiles.filter(({ url }) => url !== undefined)
          view(
            shown.map(({ url }) => ({ url: url!, alt: name })),
            shown.findIndex((tile) => tile.id === id),
          )
        }}
      />
      <Elsewhere from={{ fromElsewhere }} />
      <Button
        variant="tint"
        loading={of.making}
        reason={tiles.length === 0 ? '请先拍合同页' : waiting ? '照片还在上传，请稍候' : undefined}
        onClick={send}
      >
        提交合同{tiles.length > 0 ? `（${tiles.length} 页）` : ''}
      </Button>
    </>
  )
}
