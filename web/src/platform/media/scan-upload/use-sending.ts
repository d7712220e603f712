import { useState } from 'react'
import { newKey } from '../../../kernel/call/attempt.ts'
import { calls } from '../../../kernel/call/calls.ts'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { compressImage } from '../../../kernel/media/image.ts'
import { sendFile } from '../../../kernel/media/upload-send.ts'
import type { UploadItem } from '../../../ui/media/upload-grid.tsx'

interface Sent extends UploadItem {
  readonly file: File
}

const expired = refusedAs('linkExpired')

/**
 * Files that this phone uploads by a link. There is no account, so no file is stored on the phone: a file that is not
 * uploaded when the page is closed is lost.
 */
export function useSending(scanToken: string) {
  const [items, setItems] = useState<readonly Sent[]>([])
  const [message, setMessage] = useState('')
  const [over, setOver] = useState(false)
  const change = (id: string, more: Partial<Sent>) =>
    setItems((all) => all.map((one) => (one.id === id ? { ...one, ...more } : one)))

  async function sendOne({ id, file }: Sent) {
    change(id, { status: 'uploading', progress: 0 })
    try {
      const input = { takenAt: file.lastModified || Date.now() }
      const headers = { 'x-scan-token': scanToken }
      const onProgress = (progress: number) => change(id, { progress })
      await sendFile(calls.media.scanUpload, input, file, { key: id, headers, onProgress })
      change(id, { status: 'done' })
    } catch (error) {
      change(id, { status: 'failed' })
      if (!(error instanceof CallFailure)) throw error
      if (expired(error)) setOver(true)
      setMessage(error.message)
    }
  }
  return {
    items,
    /** Message about the last failed file. */
    message,
    /** Whether the link has expired. */
    over,
    async add(files: readonly File[]) {
      setMessage('')
      for (const chosen of files) {
        const pdf = chosen.type === 'application/pdf'
        const file = pdf ? chosen : await compressImage(chosen).catch(() => null)
        if (file === null) {
          setMessage('仅支持图片和PDF')
          continue
        }
        const item: Sent = {
          id: newKey(),
          status: 'uploading',
          url: pdf ? undefined : URL.createObjectURL(file),
          file,
        }
        setItems((all) => [...all, item])
        await sendOne(item)
      }
    },
    retry(id: string) {
      const item = items.find((one) => one.id === id)
      if (item) void sendOne(item)
    },
  }
}
