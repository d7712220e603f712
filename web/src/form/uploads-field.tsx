import { useEffect, useEffectEvent } from 'react'
import type { Uploads, UploadTile } from '../kernel/media/uploads.ts'
import { Button } from '../ui/layout.tsx'
import { UploadGrid, type UploadGridProps } from '../ui/media/upload-grid.tsx'
import { FieldRow, type RowProps } from './field-row.tsx'
import { errorOf } from './form-field.ts'

/** Files whose ids become the value of a field before it is sent. */
export interface Slot {
  readonly tiles: readonly UploadTile[]
  /** Ids of the files on the server, to be sent. */
  readonly ids: () => string[]
  /** Uploads are running: the pressed action waits for them automatically. */
  readonly sending: boolean
  /** Message while the action waits. */
  readonly waiting: string
  /** Message when uploads failed. */
  readonly failed: string | undefined
  /** Removes the files after sending: the record refers to them now. */
  readonly forget: () => void
  /** Adds files from another phone, where that is possible. */
  readonly fromElsewhere?: () => void
  readonly grid: Pick<UploadGridProps, 'items' | 'onAdd' | 'onRetry' | 'onRemove'>
}

/** The files of one slot of a business record; `noun`: their name in messages. */
export function slotOf(
  { tiles: all, opening, mediaIds, pick, retry, remove }: Uploads,
  slot: string,
  noun = '凭证',
): Slot {
  const tiles = all.filter((tile) => tile.slot === slot)
  return {
    tiles,
    ids: () => [...mediaIds(slot)],
    sending: opening || tiles.some(({ status }) => status === 'uploading'),
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

/** Files that serve as proof, added now: vouchers, receipts. */
export function UploadsField({ of, from, addLabel = '添加凭证', ...row }: UploadsFieldProps) {
  // A message disappears as soon as its cause does, and files change without an input of the user.
  const judge = useEffectEvent(() => errorOf(of) && of.check())
  // biome-ignore lint/correctness/useExhaustiveDependencies: validates again when a file was added, removed or uploaded.
  useEffect(() => void judge(), [from.tiles.length, from.sending, from.failed])
  return (
    <FieldRow {...row} of={of} group words={(ids) => `${ids?.length ?? 0}张`}>
      <UploadGrid {...from.grid} addLabel={addLabel} />
      <Elsewhere from={from} />
    </FieldRow>
  )
}

/** Below a grid of files: the button to send them from another phone. */
export const Elsewhere = ({ from }: { readonly from: Pick<Slot, 'fromElsewhere'> }) =>
  from.fromElsewhere && (
    <Button size="s" variant="text" icon="scan" onClick={from.fromElsewhere}>
      用另一部手机上传
    </Button>
  )
