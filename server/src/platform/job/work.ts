import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { PermissionKey } from '@cheyi/domain/permission'
import type { jobState } from '@cheyi/domain/platform/lookup/codes'
import type { Context } from '../../kernel/context.ts'
import type { MediaStore } from '../../kernel/media-store.ts'

type Detail = OutputOf<typeof contract.job.detail>

/** A result file that is already stored under `path`. */
export interface ResultFile {
  readonly path: string
  /** File name of the download. */
  readonly name: string
}

/** How a job ended when no refusal ended it. */
export interface Outcome {
  readonly state: typeof jobState.done | typeof jobState.partly | typeof jobState.failed
  readonly message?: string
  readonly counts?: Detail['counts']
  readonly issues?: Detail['issues']
  readonly warnings?: Detail['warnings']
  readonly layout?: Detail['layout']
  readonly file?: ResultFile
}

/** What the work may do while it runs. Each of these functions throws once the runner has lost the job. */
export interface Run<Input = unknown, Kept = unknown> {
  readonly jobId: string
  readonly merchantId: string
  readonly input: Input
  /** The progress that an earlier, interrupted run stored; null at first. */
  readonly kept: Kept | null
  readonly now: number
  readonly media: MediaStore
  /** Reads as the requester, with the keys and stores that the account has now; the job ends when it may not do the work any more. */
  read<T>(work: (ctx: Context) => Promise<T>): Promise<T>
  /** The same for data that leaves as a file and decides nothing: a replica may answer, with all that was committed before the run. */
  readStale<T>(work: (ctx: Context) => Promise<T>): Promise<T>
  /** Writes as the requester. Its result is stored as `kept` in the same transaction, so that a retry does not repeat the step. */
  step(work: (ctx: Context) => Promise<Kept>): Promise<Kept>
  progress(done: number, total: number): Promise<void>
}

/**
 * A kind of job. It may be interrupted at any moment and begun again by another process, so anything that must not happen twice belongs
 * into `step`. A refusal ends the job with its message; any other error is retried, three attempts in all.
 */
export interface Work<Input = never, Kept = unknown> {
  /**
   * Ends with `Export` when the job exports a table, with `Check` or `Import` when it reads an uploaded table: the limits of `actions.ts`
   * count by these endings.
   */
  readonly kind: string
  /** Checked when the job begins to run and before each read and step: the requester may have lost the key since it was queued. */
  readonly key: PermissionKey
  /** Only for accounts that see every store; checked at the same time. */
  readonly whole?: true
  /** Milliseconds that the result file is stored. */
  readonly keepFileMs: number
  perform(run: Run<Input, Kept>): Promise<Outcome>
}

export const bulkWork = <Input, Kept = null>(work: Work<Input, Kept>): Work<Input, Kept> => work
