import { type DocumentSlot, documentSlots } from '@cheyi/domain/rental/driver/documents'
import { useEffect, useMemo } from 'react'
import type { FilesOf } from '../../../kernel/media/files-of.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { DocumentTileProps } from './document-tile.tsx'
import type { Picture } from './entry.ts'
import type { PersonDetail } from './person-words.ts'

export interface Pictures {
  /** Content and actions of a slot's tile. */
  readonly tile: (slot: DocumentSlot) => Omit<DocumentTileProps, 'name' | 'optional' | 'error'>
  /** New pictures, not saved yet. */
  readonly taken: readonly Picture[]
  /** Slots filled by the stored file. */
  readonly held: readonly DocumentSlot[]
  /** Ids of the new pictures, by slot. */
  readonly ids: () => Readonly<Partial<Record<DocumentSlot, string>>>
  /** Removes the new picture of a slot. */
  readonly drop: (slot: DocumentSlot) => void
  /** Called after the pictures were saved. */
  readonly forget: () => void
}

/**
 * The pictures of a file: stored ones, replaced by new ones. A slot holds one picture, the last.
 * @param files where the new ones wait: with the texts of the form that is filled in
 */
export function usePictures(stored: PersonDetail | null, files: FilesOf): Pictures {
  const uploads = useUploads('person', files)
  const { remove } = uploads
  const tiles = useMemo(
    () =>
      uploads.tiles.flatMap((tile) => {
        const slot = documentSlots.find((one) => one === tile.slot)
        return slot === undefined ? [] : [{ ...tile, slot }]
      }),
    [uploads.tiles],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `remove` is a new function at each render with the same effect.
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
        onTake: () => void uploads.pick({ slot, source: 'both' }),
        onRetry: () => taken && uploads.retry(taken.id),
      }
    },
    taken: shown,
    held: stored?.documents.map(({ slot }) => slot) ?? [],
    ids: () =>
      Object.fromEntries(
        shown.flatMap(({ slot }): [string, string][] => {
          const id = uploads.mediaIds(slot).at(-1)
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
