import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { PermissionKey } from '@cheyi/domain/permission'
import type { jobState } from '@cheyi/domain/platform/lookup/codes'
import type { Context } from '../../kernel/context.ts'
import type { MediaStore } from '../../kernel/media-store.ts'

type Detail = OutputOf<typeof contract.job.detail>

/** A file that the work leaves, already kept under `path`. */
export interface ResultFile {
  readonly path: string
  /** As it is saved by whoever downloads it. */
  readonly name: string
}

/** How long work ended, when nothing refused it. */
export interface Outcome {
  readonly state: typeof jobState.done | typeof jobState.partly | typeof jobState.failed
  readonly message?: string
  readonly counts?: Detail['counts']
  readonly issues?: Detail['issues']
  readonly warnings?: Detail['warnings']
  readonly layout?: Detail['layout']
  readonly file?: ResultFile
}

/** What the work may do while it runs. Each of these refuses once the runner has lost the job. */
export interface Run<Input = unknown, Kept = unknown> {
  readonly jobId: string
  readonly merchantId: string
  readonly input: Input
  /** What an earlier run that was cut short had done; null at first. */
  readonly kept: Kept | null
  readonly now: number
  readonly media: MediaStore
  /** Reads in the requester's name, with the keys and stores that account has now. */
  read<T>(work: (ctx: Context) => Promise<T>): Promise<T>
  /** Writes in the requester's name. What it answers is kept in the same transaction, so it is never done twice. */
  step(work: (ctx: Context) => Promise<Kept>): Promise<Kept>
  /** Tells how far it is. */
  progress(done: number, total: number): Promise<void>
}

/**
 * A kind of long work. It may be cut short at any moment and begun again on another process: what must not happen twice
 * belongs into `step`. A refusal ends it with its message; anything else is tried again, three times in all.
 */
export interface Work<Input = never, Kept = unknown> {
  /** One that makes a table of what there is ends with Export, one that reads an uploaded table with Check or Import: those are counted. */
  readonly kind: string
  /** Asked when it is begun; the requester may have lost it meanwhile. */
  readonly key: PermissionKey
  /** Only for who sees every store, alike. */
  readonly whole?: true
  /** How long the result file is kept. */
  readonly keepFileMs: number
  perform(run: Run<Input, Kept>): Promise<Outcome>
}

/** Ties the input of a kind to its work. */
export const bulkWork = <Input, Kept = null>(work: Work<Input, Kept>): Work<Input, Kept> => work
