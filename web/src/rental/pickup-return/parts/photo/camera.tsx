import { MAX_RECORD_MEDIA, missingSlots, requiredSlots } from '@cheyi/domain/rental/pickup-return/record'
import { useState } from 'react'
import { feedback } from '../../../../kernel/call/calls.ts'
import { canFilm, type Film, film, pictureOf } from '../../../../kernel/media/camera.ts'
import { type Uploads, useUploads } from '../../../../kernel/media/uploads.ts'
import { useCamera } from '../../../../kernel/media/use-camera.ts'
import { type Asks, useOpened } from '../../../../page/opened.tsx'
import { Button } from '../../../../ui/layout.tsx'
import { CameraView } from '../../../../ui/media/camera-view.tsx'
import type { UploadItem } from '../../../../ui/media/upload-grid.tsx'
import { say, translate } from '../../../../words/words.ts'
import { photoSlotOf } from '../entered.ts'
import { filmPlace, nextPlace, photoPlaces } from './places.ts'

interface CameraProps extends Asks<true> {
  readonly of: Uploads['of']
  /** The place to start with; the first without a picture when undefined. */
  readonly first: string | undefined
  /** Pictures already on the record. */
  readonly stored: readonly UploadItem[]
  /** Removes a picture, stored or in the upload queue. */
  readonly onRemove: (id: string) => void
}

/** Takes pictures one after another while the camera stays open: each is stored on this phone and uploaded in the background. */
export default function Camera({ of, first, stored, onRemove, answer }: CameraProps) {
  const { open, close } = useOpened()
  const uploads = useUploads(of.biz, of.files)
  const [removed, setRemoved] = useState<readonly string[]>([])
  const taken = [...stored.filter(({ id }) => !removed.includes(id)), ...uploads.tiles.filter(isOfTheCar)]
  const [place, setPlace] = useState(first ?? nextPlace('', taken))
  const [filming, setFilming] = useState<Film>()
  const { stream, failed } = useCamera(open)

  async function shoot(video: HTMLVideoElement) {
    const before = taken.find(({ slot }) => place !== '' && slot === place)
    const picture = await pictureOf(video, place || 'extra')
    if (picture === null) return feedback.toast(say('相机还没有画面，请稍候'))
    setPlace(nextPlace(place, [...taken, { slot: place }]))
    // A blank picture is taken again.
    if (!(await put(picture, place, before))) setPlace(place)
  }
  /** Replaces the earlier picture of this slot. */
  async function put(file: File, slot: string, before: { readonly id: string } | undefined): Promise<boolean> {
    if ((await uploads.add([file], slot)) === 0) return false
    if (before) {
      setRemoved([...removed, before.id])
      onRemove(before.id)
    }
    return true
  }
  async function toggleFilm() {
    if (filming) return filming.stop()
    if (!stream) return
    const before = taken.find(({ slot }) => slot === filmPlace.key)
    const begun = film(stream, filmPlace.key)
    setFilming(begun)
    // Closing the camera also ends the recording: the recorded part is stored.
    const video = await begun.file
    setFilming(undefined)
    if (video === null) return feedback.toast(say('没有录下来，请关闭后用系统相机拍环车视频'), 'error')
    await put(video, filmPlace.key, before)
  }
  const missing = missingSlots(taken.flatMap(({ slot }) => photoSlotOf(slot ?? '') ?? [])).length
  const named = photoPlaces.map(({ key, label }) => ({
    key,
    label: translate(label),
    url: taken.find(({ slot }) => slot === key)?.url,
  }))
  return (
    <CameraView
      open={open}
      onClose={close}
      stream={stream}
      failure={
        failed && (
          <>
            <p>{say('相机没有打开，请在浏览器设置中允许使用相机')}</p>
            <Button
              onClick={() => {
                void uploads.pick(place === '' ? {} : { slot: place })
                answer(true)
              }}
            >
              {say('用系统相机拍')}
            </Button>
          </>
        )
      }
      places={[...named, { key: '', label: say('其他') }]}
      current={place}
      count={{ label: say('必拍'), done: requiredSlots.length - missing, all: requiredSlots.length }}
      onPlace={setPlace}
      onShoot={(video) => void shoot(video)}
      full={taken.length >= MAX_RECORD_MEDIA}
      film={
        canFilm()
          ? { label: translate(filmPlace.label), running: filming !== undefined, onToggle: () => void toggleFilm() }
          : undefined
      }
    />
  )
}

const isOfTheCar = ({ slot }: { slot: string }) => photoSlotOf(slot) !== null
