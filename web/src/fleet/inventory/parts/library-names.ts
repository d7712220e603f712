import { type Name, withName } from '../../../platform/table-import/parts/reading.ts'
import type { LibraryRow } from '../../model/parts/model-form.ts'

/** A name of a table, and the model of the library that it means. */
export interface Chosen {
  readonly name: Name
  readonly row: LibraryRow
}

type Changes = Parameters<typeof withName>[0]

/**
 * Maps names to models of the library; a model that the merchant lacks is created first, once for all spellings of it.
 * @param create null when it was refused: the names of other models are mapped nevertheless
 */
export async function withModels(
  changes: Changes,
  chosen: readonly Chosen[],
  create: (row: LibraryRow) => Promise<{ readonly modelId: string } | null>,
): Promise<{ readonly next: Changes; readonly added: readonly LibraryRow[] }> {
  const idOfRow = new Map<LibraryRow, string | null>()
  let next = changes
  for (const { name, row } of chosen) {
    if (!idOfRow.has(row)) idOfRow.set(row, row.modelId ?? (await create(row))?.modelId ?? null)
    const modelId = idOfRow.get(row) ?? null
    if (modelId !== null) next = withName(next, name, modelId)
  }
  return { next, added: [...idOfRow].filter(([, modelId]) => modelId !== null).map(([row]) => row) }
}
