import { createHash } from 'node:crypto'
import { t } from '../../../contract/texts/t.ts'
import { plainPage } from '../../platform/http/plainPage.ts'

/**
 * Solves the challenge of GET /api/_captcha as web/device/proofOfWork.ts does, sends the solution, and loads the page again. Where it
 * cannot, as without https, the refresh of the page does it later.
 */
export const challengeScript = `(async function(s,c,p,w,v,n,k,h){if(!s||!navigator.cookieEnabled)return;function b(h){return Uint8Array.from(h.match(/../g),function(x){return parseInt(x,16)})}c=JSON.parse((await(await fetch("/api/_captcha")).json()).challenge);p=c.parameters;w=new Uint8Array(b(p.nonce).length+4);w.set(b(p.nonce));v=new DataView(w.buffer);for(n=0;n<=p.data.mostTries;n++){v.setUint32(w.length-4,n);k=await s.importKey("raw",w,"PBKDF2",false,["deriveBits"]);h=Array.from(new Uint8Array(await s.deriveBits({name:"PBKDF2",hash:"SHA-256",salt:b(p.salt),iterations:p.cost},k,p.keyLength*8)),function(x){return x.toString(16).padStart(2,"0")}).join("");if(h.startsWith(p.keyPrefix)){if((await fetch("/-/pass?proof="+encodeURIComponent(btoa(JSON.stringify({challenge:c,solution:{counter:n,derivedKey:h}}))))).ok)location.reload();return}}})(crypto.subtle)`

/** The page loads nothing and calls this site only. */
export const challengePolicy = `default-src 'none'; script-src 'sha256-${createHash('sha256')
  .update(challengeScript)
  .digest('base64')}'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`

/**
 * A page that a browser gets in place of another one, in the current language, until it has proved itself.
 *
 * @param options.next where a browser without JavaScript goes after so many seconds.
 */
export const challengePage = ({
  siteName,
  next,
  seconds,
}: {
  siteName: string
  next: string
  seconds: number
}): string =>
  plainPage({
    title: siteName,
    sentence: t(
      'Checking your browser because of heavy traffic from your network. This takes up to {seconds, plural, one {# second} other {# seconds}}, happens only once and requires cookies.',
      { seconds },
    ),
    refresh: { seconds, to: next },
    script: challengeScript,
  })
