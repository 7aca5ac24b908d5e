import { useEffect, useRef } from 'react'

interface HcaptchaApi {
  render(
    element: HTMLElement,
    options: {
      sitekey: string
      theme: string
      callback: (token: string) => void
      'expired-callback': () => void
    },
  ): string
  remove(id: string): void
}

declare global {
  interface Window {
    hcaptcha?: HcaptchaApi
  }
}

const scriptUrl = 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off'

let loading: Promise<HcaptchaApi> | null = null

/** The widget of hCaptcha, loaded only on sites that use it. @see https://docs.hcaptcha.com */
export function Hcaptcha({ siteKey, onToken }: { siteKey: string; onToken: (token: string) => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isGone = false
    let remove = () => {}
    load().then(
      (hcaptcha) => {
        if (isGone || !box.current) return
        const id = hcaptcha.render(box.current, {
          sitekey: siteKey,
          theme: document.documentElement.dataset.theme ?? 'light',
          callback: onToken,
          'expired-callback': () => onToken(''),
        })
        remove = () => hcaptcha.remove(id)
      },
      // Without the widget there is no token, and the form reports that.
      () => {},
    )
    return () => {
      isGone = true
      remove()
    }
  }, [siteKey, onToken])
  return <div ref={box} />
}

function load(): Promise<HcaptchaApi> {
  loading ??= new Promise<HcaptchaApi>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.async = true
    script.onload = () => (window.hcaptcha ? resolve(window.hcaptcha) : reject(new Error('no hCaptcha')))
    script.onerror = () => {
      loading = null
      reject(new Error('hCaptcha cannot be reached'))
    }
    document.head.append(script)
  })
  return loading
}
