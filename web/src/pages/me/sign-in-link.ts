/** Whether this can be the secret of a link: 32 of the letters and digits that do not look alike. */
export const isSignInToken = (token: string): boolean => /^[0-9a-hjkmnp-tv-z]{32}$/.test(token);
