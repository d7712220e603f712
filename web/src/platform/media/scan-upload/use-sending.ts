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
 * Files that this phone sends by a link. Nobody has signed in, so nothing is kept on it: what the page has not sent when it
 * is closed was not sent.
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
    /** What was said of the last one that did not go through. */
    message,
    /** The link opens nothing any more. */
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
