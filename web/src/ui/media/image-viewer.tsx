import './image-viewer.css'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { say } from '../../words/words.ts'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { IconButton } from '../layout.tsx'
import { Modal } from '../modal/modal.tsx'

export type ViewerImage = {
  url: string
  /** Description of the picture: 取车 车头. */
  alt: string
  /** `video` is played, `pdf` is a document that opens separately; anything else is a picture. */
  kind?: string
  /** A personal document: it can be viewed, but not saved on the device. */
  personal?: boolean
}

export type ImageViewerProps = {
  open: boolean
  onClose: () => void
  images: readonly ViewerImage[]
  /** Index of the first picture shown. */
  index?: number
  /** Saves a picture on the device; undefined when saving is not allowed. */
  onSave?: (image: ViewerImage) => void
}

/** Pictures on the full screen: swipe or ← → to change, double tap or + − to zoom, then drag to move. */
export default function ImageViewer({ open, onClose, images, index = 0, onSave }: ImageViewerProps) {
  return (
    <Modal open={open} onClose={onClose} from="full" aria-label={say('查看图片')} className="image-viewer">
      <Viewer images={images} first={Math.min(index, images.length - 1)} onClose={onClose} onSave={onSave} />
    </Modal>
  )
}

const isPicture = ({ kind }: ViewerImage): boolean => kind !== 'video' && kind !== 'pdf'

function Shown({ url, alt, kind }: ViewerImage) {
  if (kind === 'video')
    // biome-ignore lint/a11y/useMediaCaption: footage of a car, without speech.
    return <video src={url} controls playsInline preload="metadata" aria-label={alt} />
  if (kind === 'pdf')
    return (
      <a className="image-viewer-document" href={url} target="_blank" rel="noreferrer">
        <Icon name="document" size={24} />
        {say('打开 PDF 文件')}
      </a>
    )
  return <img src={url} alt={alt} decoding="async" draggable={false} />
}

type ViewerProps = Pick<ImageViewerProps, 'images' | 'onClose' | 'onSave'> & { first: number }

function Viewer({ images, first, onClose, onSave }: ViewerProps) {
  const strip = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(first)
  const [zoomed, setZoomed] = useState(false)
  const lastTap = useRef({ time: 0, x: 0, y: 0 })

  // An effect, not a layout effect: the surrounding dialog is laid out only after its own layout effect.
  useEffect(() => {
    const element = strip.current
    if (element) element.scrollLeft = first * element.clientWidth
  }, [first])

  function turn(to: number) {
    const element = strip.current
    if (!element || to < 0 || to >= images.length) return
    setZoomed(false)
    element.scrollTo({ left: to * element.clientWidth, behavior: 'smooth' })
  }
  /** Zooms around the tapped point: the slide becomes a scroller. */
  function zoom(slide: HTMLElement | null | undefined, x = 0.5, y = 0.5) {
    setZoomed(!zoomed)
    if (zoomed || !slide) return
    requestAnimationFrame(() => {
      slide.scrollLeft = (slide.scrollWidth - slide.clientWidth) * x
      slide.scrollTop = (slide.scrollHeight - slide.clientHeight) * y
    })
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turn(at - 1)
    else if (event.key === 'ArrowRight') turn(at + 1)
    else if ((event.key === '+' || event.key === '=') !== zoomed && '+=-'.includes(event.key))
      zoom(strip.current?.children.item(at) as HTMLElement | null)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const image = images[at]
  return (
    <div className="image-viewer-stage">
      <div
        ref={strip}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by Tab.
        tabIndex={0}
        className={cx('image-viewer-strip', zoomed && 'image-viewer-held')}
        onScroll={(event) => {
          const element = event.currentTarget
          const now = Math.round(element.scrollLeft / element.clientWidth)
          if (now !== at) {
            setAt(now)
            setZoomed(false)
          }
        }}
      >
        {images.map((each, index) => (
          <div
            key={each.url}
            className={cx('image-viewer-slide', zoomed && index === at && 'image-viewer-zoomed')}
            aria-hidden={index !== at}
            onPointerUp={(event) => {
              const { time, x, y } = lastTap.current
              const near = Math.hypot(event.clientX - x, event.clientY - y) < 24
              lastTap.current = { time: event.timeStamp, x: event.clientX, y: event.clientY }
              if (event.timeStamp - time > 300 || !near || !isPicture(each)) return
              lastTap.current.time = 0
              const box = event.currentTarget.getBoundingClientRect()
              zoom(event.currentTarget, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height)
            }}
          >
            {Math.abs(index - at) <= 1 && <Shown {...each} />}
          </div>
        ))}
      </div>
      <header className="row image-viewer-bar">
        <span className="grow num" aria-live="polite">
          {at + 1} / {images.length} {image?.alt}
        </span>
        {onSave && image && isPicture(image) && !image.personal && (
          <IconButton name="download" label={say('保存图片')} onClick={() => onSave(image)} />
        )}
        {image && isPicture(image) && (
          <IconButton
            name={zoomed ? 'minus' : 'plus'}
            label={zoomed ? say('缩小') : say('放大')}
            onClick={() => zoom(strip.current?.children.item(at) as HTMLElement | null)}
          />
        )}
        <IconButton name="close" label={say('关闭')} onClick={onClose} />
      </header>
      {images.length > 1 && (
        <>
          <IconButton
            className="image-viewer-turn"
            name="chevron-left"
            label={say('上一张')}
            disabled={at === 0}
            onClick={() => turn(at - 1)}
          />
          <IconButton
            className="image-viewer-turn image-viewer-next"
            name="chevron-right"
            label={say('下一张')}
            disabled={at === images.length - 1}
            onClick={() => turn(at + 1)}
          />
        </>
      )}
    </div>
  )
}
