import type { CarSign } from '@cheyi/domain/platform/check/sign-reading'
import { calls, feedback, newKey } from '../../../kernel/call/calls.ts'
import { compressImage, NOT_AN_IMAGE } from '../../../kernel/media/image.ts'
import type { Photo } from '../../../kernel/media/photo.ts'
import { sendFile } from '../../../kernel/media/upload-send.ts'

/**
 * Recognizes the plate or the frame number on a photo; null if there is none, or if the file is not an image, which is shown as an
 * error. @throws CallFailure
 */
export async function readSign(sign: CarSign, { file, mediaId }: Photo): Promise<string | null> {
  const picture = file && (await compressed(file))
  if (file !== null && picture === null) return null
  const { text } = await sendFile(calls.inventory.readSign, { sign, mediaId }, picture, { key: newKey() })
  return text
}

async function compressed(file: File): Promise<File | null> {
  try {
    return await compressImage(file)
  } catch (error) {
    feedback.toast(error instanceof Error ? error.message : NOT_AN_IMAGE, 'error')
    return null
  }
}
