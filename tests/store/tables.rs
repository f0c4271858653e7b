//! Every row of a database, to be compared.

use std::collections::BTreeMap;
use std::path::Path;

use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};

/// Tables by name, each row as SQLite would write it down.
pub type Tables = BTreeMap<String, Vec<String>>;

/// All tables of a file.
pub async fn tables(file: &Path) -> Tables {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file).read_only(true);
    let mut connection = options.connect().await.unwrap();
    let names: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let mut all = Tables::new();
    for name in names {
        all.insert(name.clone(), rows(&mut connection, &name).await);
    }
    connection.close().await.unwrap();
    all
}

async fn rows(connection: &mut SqliteConnection, table: &str) -> Vec<String> {
    let columns: Vec<String> = sqlx::query_scalar("SELECT name FROM pragma_table_info(?)")
        .bind(table)
        .fetch_all(&mut *connection)
        .await
        .unwrap();
    let quoted: Vec<String> = columns.iter().map(|name| format!("quote(\"{name}\")")).collect();
    let sql = format!("SELECT {} AS row FROM \"{table}\" ORDER BY row", quoted.join(" || ',' || "));
    sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_all(connection).await.unwrap()
}
