import { type DocumentSlot, documentSlots } from '@cheyi/domain/rental/driver/documents'
import { useEffect, useMemo } from 'react'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { DocumentTileProps } from './document-tile.tsx'
import type { Picture } from './entry.ts'
import type { PersonDetail } from './person-words.ts'

export interface Pictures {
  /** What the tile of a slot shows and does. */
  readonly tile: (slot: DocumentSlot) => Omit<DocumentTileProps, 'name' | 'optional' | 'error'>
  /** Taken and not saved yet. */
  readonly taken: readonly Picture[]
  /** Slots the stored file fills. */
  readonly held: readonly DocumentSlot[]
  /** Ids of those taken, by slot. */
  readonly ids: () => Readonly<Partial<Record<DocumentSlot, string>>>
  /** Takes back what was taken for a slot. */
  readonly drop: (slot: DocumentSlot) => void
  /** They were saved. */
  readonly forget: () => void
}

/**
 * The pictures of a file: those on record, and over them those taken now. A slot holds one: the last one counts.
 * @param apart those of somebody new who has no file yet bear it before their slot, so that none gets into another's
 */
export function usePictures(stored: PersonDetail | null, apart = ''): Pictures {
  const uploads = useUploads('person', stored?.personId ?? '')
  const { remove } = uploads
  const tiles = useMemo(
    () =>
      uploads.tiles.flatMap((tile) => {
        const slot = documentSlots.find((one) => apart + one === tile.slot)
        return slot === undefined ? [] : [{ ...tile, slot }]
      }),
    [uploads.tiles, apart],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `remove` is new at each drawing and always the same.
  useEffect(() => {
    for (const tile of tiles) if (newest(tile.slot) !== tile) remove(tile.id)
  }, [tiles])

  function newest(slot: string) {
    return tiles.findLast((tile) => tile.slot === slot)
  }
  const shown = tiles.filter((tile) => newest(tile.slot) === tile)
  return {
    tile(slot) {
      const taken = newest(slot)
      const media = stored?.documents.find((document) => document.slot === slot)?.media
      return {
        url: taken?.url ?? media?.thumbUrl ?? media?.url,
        status: taken?.status ?? (media ? 'done' : 'none'),
        progress: taken?.progress ?? 0,
        onTake: () => void uploads.pick({ slot: apart + slot, source: 'both' }),
        onRetry: () => taken && uploads.retry(taken.id),
      }
    },
    taken: shown,
    held: stored?.documents.map(({ slot }) => slot) ?? [],
    ids: () =>
      Object.fromEntries(
        shown.flatMap(({ slot }): [string, string][] => {
          const id = uploads.mediaIds(apart + slot).at(-1)
          return id === undefined ? [] : [[slot, id]]
        }),
      ),
    drop(slot) {
      for (const tile of tiles) if (tile.slot === slot) remove(tile.id)
    },
    forget() {
      for (const { id } of tiles) remove(id)
    },
  }
}
