import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { PART_BYTES } from '@cheyi/domain/platform/media/path'
import { Refusal } from '@cheyi/domain/refusal'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Deadline } from '../call/deadline.ts'
import type { InspectedFile, UploadedFile, UploadedPart } from '../context.ts'
import type { Whose } from '../fair-queue.ts'
import type { Disk } from '../process/disk.ts'
import { fieldsOf } from './body.ts'

/** Inspects files before they are stored; a port, since it needs the codecs of each kind. */
export interface FileInspector {
  /** Size limit for a file of that name, megabytes. */
  maxMb(fileName: string): number
  /** The refusal of a file name (its extension), checked before the request body is read; null when it is accepted. */
  forbids(fileName: string): Refusal | null
  /** `signal` aborts the work. @throws Refusal fileTypeRefused (11003), fileTooLarge (11001), lineFull (-7) */
  inspect(fileName: string, storedAt: string, whose: Whose, signal: AbortSignal): Promise<InspectedFile>
}

export interface UploadOptions {
  readonly inspector: FileInspector
  readonly disk: Pick<Disk, 'hasRoom'>
  /** Folder on disk for arriving bodies, so that slow clients use no memory. */
  readonly folder: string
}

export interface Upload {
  readonly fields: Record<string, unknown>
  readonly files: UploadedFile[]
  readonly part: UploadedPart | null
}

/** The folder for arriving bodies of an installation. */
export const arrivalsIn = (dataDir: string): string => join(dataDir, 'arrivals')

/**
 * Deletes bodies that were arriving when the previous server was killed. Only for the server, which holds the folder's
 * lock: another process would delete bodies that arrive now.
 */
export const clearArrivals = (dataDir: string): Promise<void> =>
  rm(arrivalsIn(dataDir), { recursive: true, force: true })

interface Stored {
  readonly fileName: string
  readonly path: string
  readonly sha256: Buffer
}

export const nothingUploaded: Upload = { fields: {}, files: [], part: null }

/**
 * Reads a multipart body within the limits of its registration; fields become strings beside the inspected files. A
 * refused body is read to its end, because a client that is still sending would not see the answer. The same applies to
 * a sender without permission (`barred`), but nothing is stored or decoded.
 * @throws Refusal fileTypeRefused, fileTooLarge, tooManyFiles, badInput, lineFull, storageLow
 */
export async function readUpload(
  request: FastifyRequest,
  options: UploadOptions,
  {
    takes,
    whose,
    deadline,
    barred,
  }: {
    readonly takes: true | 'part'
    readonly whose: Whose
    readonly deadline: Deadline
    readonly barred: Refusal | null
  },
): Promise<Upload> {
  if (!request.isMultipart()) return nothingUploaded
  const stored: Stored[] = []
  try {
    const inspector = takes === 'part' ? unseen : options.inspector
    const fields = await readParts(request, { ...options, inspector }, stored, barred)
    const [sent] = stored
    if (takes === 'part')
      return {
        fields,
        files: [],
        part: sent === undefined ? null : { bytes: await readFile(sent.path), sha256: sent.sha256 },
      }
    const files: UploadedFile[] = []
    // From here on the client waits for the server, so that the work ends when it disconnects.
    const signal = deadline.signal()
    for (const { fileName, path, sha256 } of stored) {
      signal.throwIfAborted()
      files.push({ ...(await options.inspector.inspect(fileName, path, whose, signal)), sentSha256: sha256 })
    }
    return { fields, files, part: null }
  } finally {
    for (const { path } of stored) await rm(path, { force: true })
  }
}

/** A part has no type of its own: the whole file is inspected once all parts have arrived. */
const unseen = { maxMb: () => PART_BYTES / 1024 / 1024, forbids: () => null }

/** Inspects bytes that did not arrive as one body. */
export async function inspectBytes(
  { inspector, folder }: Pick<UploadOptions, 'inspector' | 'folder'>,
  fileName: string,
  bytes: Buffer,
  whose: Whose,
  signal: AbortSignal,
): Promise<InspectedFile> {
  const refusal = inspector.forbids(fileName)
  if (refusal !== null) throw refusal
  const path = join(folder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    return await inspector.inspect(fileName, path, whose, signal)
  } finally {
    await rm(path, { force: true })
  }
}

async function readParts(
  request: FastifyRequest,
  {
    inspector,
    disk,
    folder,
  }: Omit<UploadOptions, 'inspector'> & { readonly inspector: Omit<FileInspector, 'inspect'> },
  stored: Stored[],
  barred: Refusal | null,
): Promise<Record<string, unknown>> {
  const fields: [name: string, value: string][] = []
  let refusal = barred ?? ((await disk.hasRoom()) ? null : new Refusal('storageLow'))
  let arriving = ''
  let begun = false
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    for await (const part of request.parts()) {
      begun = true
      if (part.type !== 'file') {
        fields.push([part.fieldname, String(part.value)])
        continue
      }
      arriving = part.filename
      refusal ??= inspector.forbids(part.filename)
      if (refusal === null) stored.push(await store(part, join(folder, randomUUID())))
      else part.file.resume()
    }
  } catch (error) {
    // Before the first part only the parser has run: the boundary is missing or too long.
    if (!begun && (error as { syscall?: string }).syscall === undefined) {
      request.raw.resume()
      throw incomplete()
    }
    throw refusal ?? uploadRefusal(error, inspector.maxMb(arriving))
  }
  if (refusal !== null) throw refusal
  return fieldsOf(fields)
}

async function store(part: MultipartFile, path: string): Promise<Stored> {
  const hash = createHash('sha256')
  const sink = createWriteStream(path, { mode: 0o600 })
  await pipeline(
    part.file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    sink,
  ).catch(async (error: unknown) => {
    // pipeline() fails without waiting for open(), which could create the file after its removal.
    await finished(sink).catch(() => {})
    await rm(path, { force: true })
    throw error
  })
  return { fileName: part.filename, path, sha256: hash.digest() }
}

/** The refusal of a body that is too large, cut off or not multipart; other errors are faults of the server. */
function uploadRefusal(error: unknown, maxMb: number): unknown {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('fileTooLarge', { n: maxMb })
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT')
    return new Refusal('tooManyFiles', { 说明: '一次请求只能上传1个文件' })
  const cutShort = code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code?.startsWith('FST_')
  if (!cutShort && !/^(Unexpected end|Malformed|Part terminated)/.test(message ?? '')) return error
  return incomplete()
}

const incomplete = () => new Refusal('badInput', { 字段: '上传内容不完整，请重试', field: 'file' })
