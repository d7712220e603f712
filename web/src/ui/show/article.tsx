import './article.css'
import type { MouseEvent } from 'react'

export type ArticleProps = {
  /** Written by our own build from our own files: never a text that a person has typed. */
  html: string
  /** A link without a key that would open it in another tab. @returns whether it has been followed */
  onLink: (link: HTMLAnchorElement) => boolean
  onPicture: (picture: HTMLImageElement) => void
}

/** A prepared text with headings, lists, tables and pictures. */
export function Article({ html, onLink, onPicture }: ArticleProps) {
  function click(event: MouseEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = target.closest('a')
    if (link !== null) {
      if (onLink(link)) event.preventDefault()
    } else if (target instanceof HTMLImageElement) onPicture(target)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside have the keyboard; a picture is only made larger.
    <article
      className="article"
      onClick={click}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written by the build, which escapes all but its own tags.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
