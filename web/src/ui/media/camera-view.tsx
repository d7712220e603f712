import './camera-view.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { say } from '../../words/words.ts'
import { Icon } from '../icon.tsx'
import { Stack } from '../layout.tsx'
import { Modal } from '../modal/modal.tsx'

/** A photo slot, and its picture once taken. */
export type CameraPlace = { key: string; label: string; url?: string }

export type CameraViewProps = {
  open: boolean
  onClose: () => void
  /** Undefined: the camera is starting. */
  stream?: MediaStream
  /** Instead of the camera image, when there is no camera. */
  failure?: ReactNode
  places: readonly CameraPlace[]
  /** Key of the slot of the next photo. */
  current: string
  /** Number of required photos taken: 必拍 5/5. */
  count?: { label: string; done: number; all: number }
  /** The user chooses another slot, or a new photo for this one. */
  onPlace: (key: string) => void
  onShoot: (video: HTMLVideoElement) => void
  /** The maximum number of photos is reached. */
  full?: boolean
  /** Undefined: this camera does not record video. */
  film?: {
    /** Name of the video: 环车视频. */
    label: string
    running: boolean
    /** Starts or stops the recording. */
    onToggle: () => void
  }
}

/** The camera on the full screen, open for several slots. */
export function CameraView(props: CameraViewProps) {
  return (
    <Modal
      open={props.open}
      onClose={props.onClose}
      from="full"
      aria-label={say('拍摄车辆照片')}
      className="camera-view"
    >
      <Stage {...props} />
    </Modal>
  )
}

function Stage({ onClose, stream, failure, places, current, count, onPlace, onShoot, full, film }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  /** The stream that has shown its first frame, which comes shortly after it opens. */
  const [seen, setSeen] = useState<MediaStream>()
  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null
  }, [stream])
  const now = places.find(({ key }) => key === current)
  const dark = stream === undefined || seen !== stream
  const shot = say(now?.url ? '重拍{place}' : '拍{place}', { place: now?.label ?? say('其他') })
  return (
    <div className="stack camera-view-stage">
      <header className="row keep justify-between camera-view-bar">
        <b role="status">{film?.running ? say('正在录{place}', { place: film.label }) : shot}</b>
        {film?.running && <Lasting />}
        {count && !film?.running && (
          <span className="num">
            {count.label} {count.done}/{count.all}
          </span>
        )}
        <button type="button" onClick={onClose}>
          {say('完成')}
        </button>
      </header>
      {failure === undefined ? (
        <video
          ref={video}
          className="camera-view-sight"
          autoPlay
          muted
          playsInline
          aria-label={say('取景')}
          onLoadedData={() => setSeen(stream)}
        />
      ) : (
        <Stack grow gap={16} align="center" justify="center" pad={24} text="center">
          {failure}
        </Stack>
      )}
      <nav className="camera-view-places" aria-label={say('拍摄部位')}>
        {places.map(({ key, label, url }) => (
          <button
            key={key}
            type="button"
            className="size-xs text-center camera-view-place"
            aria-label={url ? say('重拍{place}', { place: label }) : label}
            aria-current={key === current || undefined}
            onClick={() => onPlace(key)}
          >
            <span className="disc">{url ? <img src={url} alt="" /> : <Icon name="camera" />}</span>
            <span>{label}</span>
          </button>
        ))}
      </nav>
      {failure === undefined && (
        <div className="camera-view-foot">
          <button
            type="button"
            className="camera-view-shutter"
            aria-label={say('拍照')}
            disabled={dark || full || film?.running}
            onClick={() => video.current && onShoot(video.current)}
          />
          {film && (
            <button
              type="button"
              className="camera-view-film"
              aria-pressed={film.running}
              disabled={dark || (full && !film.running)}
              onClick={film.onToggle}
            >
              {film.running ? say('停止') : say('录像')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** Seconds since the start of the recording. */
function Lasting() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return <span className="camera-view-lasting num">{say('{n} / 30 秒', { n: seconds })}</span>
}
