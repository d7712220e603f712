import './upload-grid.css'
import { joinWords, say } from '../../words/words.ts'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { Spinner } from '../show/spinner.tsx'

export type UploadItem = {
  id: string
  status: 'uploading' | 'failed' | 'done'
  /** 0–100 while uploading. */
  progress?: number
  /** A source for `<img>`: a signed link or an object URL. */
  url?: string
  /** Key of its slot. */
  slot?: string
  video?: boolean
  /** Lost when the page is closed. */
  unkept?: boolean
}

/** A slot for one named photo: 车头, 仪表盘. */
export type UploadSlot = { key: string; label: string; required?: boolean }

export type UploadGridProps = {
  items: readonly UploadItem[]
  /** Named slots come first; items without a slot follow. */
  slots?: readonly UploadSlot[]
  /** The user wants to add a file, to this slot if given. The parent opens the camera or the file chooser. */
  onAdd?: (slot?: string) => void
  /** Sends a failed upload again from its stored file. */
  onRetry: (id: string) => void
  onRemove?: (id: string) => void
  /** Opens it in the viewer. */
  onOpen?: (id: string) => void
  /** Name of that action for screen readers: 重拍. */
  openLabel?: string
  max?: number
  /** Only the named slots, without a tile for further files. */
  closed?: boolean
  addLabel?: string
}

/** Photos and videos as tiles, three per row, each with the state of its upload. */
export function UploadGrid(props: UploadGridProps) {
  const { items, slots = [], onAdd, max = 20, closed, addLabel = say('添加照片') } = props
  const free = items.filter((item) => !slots.some((slot) => slot.key === item.slot))
  const room = items.length < max
  return (
    <ul className="upload-grid">
      {slots.map((slot) => {
        const item = items.find((each) => each.slot === slot.key)
        return (
          <li key={slot.key}>
            {item ? (
              <Tile item={item} name={slot.label} {...props} />
            ) : (
              <AddTile
                label={say('拍{place}', { place: slot.label })}
                onAdd={onAdd && room ? () => onAdd(slot.key) : undefined}
              />
            )}
            <span className="note block text-center upload-grid-label">
              {slot.label}
              {slot.required && !item && <b> {say('必拍')}</b>}
            </span>
          </li>
        )
      })}
      {free.map((item, index) => (
        <li key={item.id}>
          <Tile item={item} name={`${item.video ? say('视频') : say('照片')} ${index + 1}`} {...props} />
        </li>
      ))}
      {onAdd && room && !closed && (
        <li>
          <AddTile label={addLabel} words onAdd={() => onAdd()} />
        </li>
      )}
    </ul>
  )
}

function AddTile({ label, words, onAdd }: { label: string; words?: boolean; onAdd?: () => void }) {
  return (
    <button
      type="button"
      className="upload-grid-tile upload-grid-add"
      aria-label={label}
      disabled={!onAdd}
      onClick={onAdd}
    >
      <Icon name="camera" size={24} />
      {words && label}
    </button>
  )
}

function pictureOf({ url, video, status }: UploadItem, name: string) {
  // A video stored on this phone serves as its own preview.
  if (video && url?.startsWith('blob:'))
    return <video src={url} aria-label={name} muted playsInline preload="metadata" />
  if (url) return <img src={url} alt={name} loading="lazy" decoding="async" />
  return status === 'done' && !video && <Icon name="image" size={24} />
}

const cover = 'stack align-center justify-center size-xs upload-grid-cover'

type TileProps = Pick<UploadGridProps, 'onRetry' | 'onRemove' | 'onOpen' | 'openLabel'> & {
  item: UploadItem
  name: string
}

function Tile({ item, name, onRetry, onRemove, onOpen, openLabel = say('查看') }: TileProps) {
  const { id, status, progress, video } = item
  const picture = pictureOf(item, name)
  return (
    <div className={cx('upload-grid-tile', `upload-grid-${status}`)}>
      {status === 'done' && onOpen ? (
        <button
          type="button"
          className="upload-grid-open"
          aria-label={joinWords(openLabel, name)}
          onClick={() => onOpen(id)}
        >
          {picture}
          {video && <Icon name="camera" className="upload-grid-video" />}
        </button>
      ) : (
        picture
      )}
      {status === 'uploading' && (
        <span className={`${cover} num`} role="status">
          <Spinner large />
          {say('上传中')}
          {progress === undefined ? '' : ` ${Math.round(progress)}%`}
          {item.unkept && <span>{say('请保持页面打开')}</span>}
        </span>
      )}
      {status === 'failed' && (
        <button type="button" className={cover} onClick={() => onRetry(id)}>
          <Icon name="refresh" />
          {say('上传失败，重试')}
        </button>
      )}
      {onRemove && (
        <button
          type="button"
          className="upload-grid-remove"
          aria-label={joinWords(say('删除'), name)}
          onClick={() => onRemove(id)}
        >
          <span className="disc">
            <Icon name="close" size={14} />
          </span>
        </button>
      )}
    </div>
  )
}
