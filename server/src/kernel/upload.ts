import { Refusal } from '@cheyi/domain/refusal'
import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from './context.ts'

/** Reads a multipart body within the limits set at registration; fields become strings beside the files. */
export async function readUpload(
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; files: UploadedFile[] }> {
  if (!request.isMultipart()) return { fields: {}, files: [] }
  const fields: Record<string, string> = {}
  const files: UploadedFile[] = []
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') files.push({ fileName: part.filename, bytes: await part.toBuffer() })
      else fields[part.fieldname] = String(part.value)
    }
  } catch (error) {
    const state = (error as { code?: string }).code
    if (state === 'FST_REQ_FILE_TOO_LARGE') throw new Refusal('fileTooLarge', { n: 20 })
    if (state === 'FST_FILES_LIMIT' || state === 'FST_PARTS_LIMIT') throw new Refusal('tooManyFiles')
    if (state?.startsWith('FST_')) throw new Refusal('badInput', { 字段: '上传内容不完整，请重试', field: 'file' })
    throw error
  }
  return { fields, files }
}
