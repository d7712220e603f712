import { useEffect, useEffectEvent } from 'react'
import type { Uploads, UploadTile } from '../kernel/media/uploads.ts'
import { Button } from '../ui/button.tsx'
import { UploadGrid, type UploadGridProps } from '../ui/media/upload-grid.tsx'
import { FieldRow, type RowProps } from './field-row.tsx'
import { errorOf } from './form-field.ts'

/** Files that are added to a field of ids before it is sent. */
export interface Slot {
  readonly tiles: readonly UploadTile[]
  /** Of those on the server, to be sent. */
  readonly ids: () => string[]
  /** Some are on their way: what was pressed waits for them by itself. */
  readonly sending: boolean
  /** Why it waits. */
  readonly waiting: string
  /** Why they do not arrive. */
  readonly failed: string | undefined
  /** They were sent: the record names them now. */
  readonly forget: () => void
  /** Takes files from another phone, where that is possible. */
  readonly fromElsewhere?: () => void
  readonly grid: Pick<UploadGridProps, 'items' | 'onAdd' | 'onRetry' | 'onRemove'>
}

/** The files of one slot of a business; `noun`: what they are called. */
export function slotOf({ tiles: all, mediaIds, pick, retry, remove }: Uploads, slot: string, noun = '凭证'): Slot {
  const tiles = all.filter((tile) => tile.slot === slot)
  return {
    tiles,
    ids: () => [...mediaIds(slot)],
    sending: tiles.some(({ status }) => status === 'uploading'),
    waiting: `${noun}还在上传，传完后自动提交`,
    failed: tiles.some(({ status }) => status === 'failed') ? `有${noun}上传失败，请重试或删除` : undefined,
    forget() {
      for (const { id } of tiles) remove(id)
    },
    grid: {
      items: tiles,
      onAdd: () => void pick({ slot, source: 'both' }),
      onRetry: retry,
      onRemove: remove,
    },
  }
}

interface UploadsFieldProps extends RowProps<readonly string[] | null> {
  readonly from: Slot
  readonly addLabel?: string
}

/** Files that prove something, added now: vouchers, receipts. */
export function UploadsField({ of, from, addLabel = '添加凭证', layout = 'stack', ...row }: UploadsFieldProps) {
  // A message goes as soon as its cause does, and files come and go by themselves.
  const judge = useEffectEvent(() => errorOf(of) && of.check())
  // biome-ignore lint/correctness/useExhaustiveDependencies: judged anew when a file came, went or arrived.
  useEffect(() => void judge(), [from.tiles.length, from.sending, from.failed])
  return (
    <FieldRow {...row} of={of} layout={layout} group words={(ids) => `${ids?.length ?? 0}张`}>
      <UploadGrid {...from.grid} addLabel={addLabel} />
      <Elsewhere from={from} />
    </FieldRow>
  )
}

/** Below a grid of files: the way to send them from another phone. */
export const Elsewhere = ({ from }: { readonly from: Pick<Slot, 'fromElsewhere'> }) =>
  from.fromElsewhere && (
    <Button size="s" variant="text" icon="scan" onClick={from.fromElsewhere}>
      用另一部手机上传
    </Button>
  )
