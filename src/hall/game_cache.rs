//! Cache of games by content hash: a campaign keeps the content it began with.
//!
//! Older content is held by weak references, so it takes no memory once no campaign uses it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::game::Game;
use crate::store::Store;

/// Games of the hall: the current ones, and cached ones with older content.
pub struct GameCache {
    current: Vec<Arc<dyn Game>>,
    older: Mutex<HashMap<String, Weak<dyn Game>>>,
}

impl GameCache {
    /// Creates a cache of the current games. Older content is loaded from the store on demand.
    pub fn new(current: Vec<Arc<dyn Game>>) -> Self {
        GameCache { current, older: Mutex::default() }
    }

    /// Returns the game with the content for new campaigns.
    pub(super) fn current(&self, id: &str) -> Option<&Arc<dyn Game>> {
        self.current.iter().find(|game| game.id() == id)
    }

    /// Returns every game, with the content for new campaigns.
    pub(super) fn all(&self) -> &[Arc<dyn Game>] {
        &self.current
    }

    /// Returns the game `id` with the content `hash`, from memory or from the store.
    pub async fn get(&self, store: &Store, id: &str, hash: &str) -> Result<Arc<dyn Game>, String> {
        let current = self.current(id).ok_or_else(|| format!("there is no game '{id}' here"))?;
        if current.content_hash() == hash {
            return Ok(Arc::clone(current));
        }
        if let Some(older) = self.cached(hash) {
            return Ok(older);
        }
        let stored = store.pack(hash).await.map_err(|why| why.to_string())?;
        let (_, files) = stored.ok_or_else(|| format!("the content {hash} is not stored"))?;
        let opened: Arc<dyn Game> = Arc::from(current.with_content(&files).map_err(|why| why.0)?);
        if opened.content_hash() != hash {
            return Err(format!("the stored content {hash} is damaged"));
        }
        let mut older = self.older.lock().unwrap_or_else(PoisonError::into_inner);
        older.retain(|_, game| game.strong_count() > 0);
        if let Some(first) = older.get(hash).and_then(Weak::upgrade) {
            // Another task loaded the same content meanwhile: share its instance.
            return Ok(first);
        }
        older.insert(hash.to_owned(), Arc::downgrade(&opened));
        Ok(opened)
    }

    fn cached(&self, hash: &str) -> Option<Arc<dyn Game>> {
        let older = self.older.lock().unwrap_or_else(PoisonError::into_inner);
        older.get(hash)?.upgrade()
    }
}
